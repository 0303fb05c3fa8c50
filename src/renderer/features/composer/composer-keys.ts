/** What a key in the message field does; null: what it always does. */
export type ComposerKey = 'send' | 'recall'

export function composerKey(
  event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  text: string,
): ComposerKey | null {
  const { key, isComposing, shiftKey, altKey, ctrlKey, metaKey } = event
  if (isComposing || altKey || ctrlKey || metaKey) return null
  if (key === 'Enter') return shiftKey ? null : 'send'
  return key === 'ArrowUp' && text === '' && !shiftKey ? 'recall' : null
}
