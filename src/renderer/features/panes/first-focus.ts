import type { Pane } from './pane.svelte.ts'

/**
 * Gives the focus to the field of a conversation that has just appeared. Behind an open dialog nothing can have it: there it
 * gets it when the dialog has closed, unless something else has it then.
 */
export function takeFirstFocus(
  pane: Pick<Pane, 'isFocused'>,
  field: HTMLElement | undefined,
): void {
  if (pane.isFocused) field?.focus()
  document.querySelector('dialog[open]')?.addEventListener('close', () => {
    if (pane.isFocused && document.activeElement === document.body) field?.focus()
  })
}

/** Whoever has pressed no key for this long has seen what is there now (ms). */
const PAUSE_MS = 1_000

/**
 * For a button that takes the place of the message field: it is what the keyboard finds in the pane. What had the focus may
 * have gone with the conversation, while somebody typed: the spaces of that text do not press the button.
 */
export function insteadOfField(pane: Pane): (way: HTMLElement) => () => void {
  return (way) => {
    const focus = (): void => way.focus()
    queueMicrotask(() => {
      if (!pane.isFocused || document.activeElement !== document.body) return
      focus()
      ignoreTyping(way)
    })
    return pane.setField({ focus, submit: null })
  }
}

/** Until a pause. */
function ignoreTyping(button: HTMLElement): void {
  let last = performance.now()
  function onkeydown(event: KeyboardEvent): void {
    const since = performance.now() - last
    if (since >= PAUSE_MS) return button.removeEventListener('keydown', onkeydown)
    last += since
    if (event.key === ' ' || event.key === 'Enter') event.preventDefault()
  }
  button.addEventListener('keydown', onkeydown)
}
