import type { Pane } from './pane.svelte.ts'

/**
 * Gives the focus to the field of a conversation that has just appeared, unless somebody went elsewhere meanwhile. Behind
 * an open dialog nothing can have it: there it gets it when the dialog has closed, unless something else has it then.
 */
export function takeFirstFocus(
  pane: Pick<Pane, 'isFocused' | 'mayTakeFocus'>,
  field: HTMLElement | undefined,
): void {
  if (pane.isFocused && pane.mayTakeFocus) field?.focus()
  document.querySelector('dialog[open]')?.addEventListener('close', () => {
    if (pane.isFocused && document.activeElement === document.body) field?.focus()
  })
}

/**
 * For a button that takes the place of the message field: it is what the keyboard finds in the pane. What had the focus may
 * have gone with the conversation.
 */
export function insteadOfField(pane: Pane): (way: HTMLElement) => () => void {
  return (way) => {
    const focus = (): void => way.focus()
    queueMicrotask(() => {
      if (pane.isFocused && document.activeElement === document.body) focus()
    })
    return pane.setField({ focus, submit: null })
  }
}
