import { keepFocus } from '../panes/keep-focus.ts'

/** When the focused element has gone, the dialog itself has the focus: not the page behind it. */
export function keepFocusInside(dialog: HTMLDialogElement): () => void {
  dialog.tabIndex = -1
  return keepFocus(() => dialog.focus())(dialog)
}
