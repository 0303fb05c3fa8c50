/**
 * Whether a dialog or a menu has the window for itself: keys and files are then its own. Asked of the page: the close event of
 * a dialog may come after the next key.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

/** One that has closed and whose close event is still to come; null: there is none. */
export function closingDialog(): HTMLDialogElement | null {
  return document.querySelector('dialog:not([open])')
}
