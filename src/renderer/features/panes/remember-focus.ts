/**
 * Called before the host is asked. What it returns says, after the answer, whether the focus may be moved: it is where it
 * was, or nowhere, as after a button that has gone: then a dialog takes it itself. Whoever went elsewhere meanwhile stays
 * there.
 */
export function rememberFocus(): () => boolean {
  const before = document.activeElement
  const dialog = before?.closest('dialog')
  return () => {
    const now = document.activeElement
    return now === null || now === document.body || now === before || now === dialog
  }
}
