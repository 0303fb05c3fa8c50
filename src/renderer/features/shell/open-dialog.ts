/**
 * Whether a dialog or a menu has the window for itself: keys and files are then its own. Asked of the page: the event that
 * tells of a closed dialog may come after the next key.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

/** One that has closed, and the event that tells of it is still to come; null: there is none. */
export function closingDialog(): HTMLDialogElement | null {
  return document.querySelector('dialog:not([open])')
}
