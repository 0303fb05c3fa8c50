import type { Attachment } from 'svelte/attachments'

/**
 * Moves the focus to an element that appears, unless the person is writing or a modal dialog elsewhere is open; when
 * the element goes, the focus returns.
 */
export const takeFocus: Attachment<HTMLElement> = (element) => {
  let before = document.activeElement
  // Elements that appear together with it take their focus first: the composer of a conversation that opens.
  queueMicrotask(() => {
    before = document.activeElement
    const dialog = document.querySelector('dialog[open]')
    if (isInPaneThatRests(element)) return
    if (!isWriting(before) && (dialog === null || dialog.contains(element)))
      element.focus({ preventScroll: true })
  })
  return () => {
    const now = document.activeElement
    const isLeftAlone = now !== null && now !== document.body && !element.contains(now)
    if (!isLeftAlone && before instanceof HTMLElement && before.isConnected) before.focus()
  }
}

/** True if another pane has the focus: the next key is meant for that one. */
function isInPaneThatRests(element: HTMLElement): boolean {
  return element.closest('[data-pane]')?.matches('.beside:not(.focused)') === true
}

/** An empty field does not count: the next key would be its first letter. A terminal's field is empty all the time. */
function isWriting(element: Element | null): boolean {
  return (
    (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) &&
    (element.value !== '' || element.matches('.xterm-helper-textarea'))
  )
}
