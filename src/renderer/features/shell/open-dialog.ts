/**
 * True while a dialog or a menu handles the window's keys and files. Asks the page directly, because the close event of
 * a dialog may come after the next key.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

/** A closed dialog whose close event is pending; null: none. */
export function closingDialog(): HTMLDialogElement | null {
  return document.querySelector('dialog:not([open])')
}
