import type { Attachment } from 'svelte/attachments'

/**
 * Moves the focus to what appears, unless the person is writing or a dialog that does not hold it has the window; when it goes, the focus
 * returns to where it was.
 */
export const takeFocus: Attachment<HTMLElement> = (element) => {
  let before = document.activeElement
  // What appears together with it takes its own focus first: the composer of a conversation that is opened.
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

/** Another pane has the keys: what is pressed next is meant for that. */
function isInPaneThatRests(element: HTMLElement): boolean {
  return element.closest('[data-pane]')?.matches('.beside:not(.focused)') === true
}

/** An empty field is not written in: what is pressed next would be its first letter. */
function isWriting(element: Element | null): boolean {
  return (
    (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) &&
    element.value !== ''
  )
}
