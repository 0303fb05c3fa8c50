/**
 * True while a dialog or a menu handles the window's keys and files. Asks the page directly, because the close event of
 * a dialog may come after the next key.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

/** The open dialog, if nothing lies over it; null: there is none, or there is. */
export function onlyDialog(): HTMLDialogElement | null {
  const [first, ...others] = document.querySelectorAll('dialog[open], :popover-open')
  return first instanceof HTMLDialogElement && others.length === 0 ? first : null
}

/** A closed dialog whose close event is pending; null: none. */
export function closingDialog(): HTMLDialogElement | null {
  return document.querySelector('dialog:not([open])')
}
