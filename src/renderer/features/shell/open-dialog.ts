/**
 * Whether a dialog or a menu has the window for itself: keys and files are then its own. Asked of the page: the event that
 * tells of a closed dialog may come after the next key.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}
