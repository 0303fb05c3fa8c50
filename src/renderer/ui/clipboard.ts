/**
 * Puts text on the clipboard; if the window may not do that (Electron denies everything), like a person's copy command.
 */
export async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyAsSelection(text)
  }
}

/** In the copy event of a click the page can set any text, without permission, before other listeners do. */
function copyAsSelection(text: string): boolean {
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill, { capture: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', fill, { capture: true })
  return isCopied
}
