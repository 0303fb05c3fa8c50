/**
 * Whether a dialog or a menu owns the window, and so its keys and files. The page is asked directly, because the close
 * event of a dialog may come after the next key.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

/** One that has closed and whose close event is pending; null: none. */
export function closingDialog(): HTMLDialogElement | null {
  return document.querySelector('dialog:not([open])')
}
