import { isStroke, MESSAGE_SHORTCUTS } from '../shell/shortcuts.ts'

/** What a key in the message field does; null: what it always does. */
export type ComposerKey = 'send' | 'recall'

export function composerKey(
  event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  text: string,
): ComposerKey | null {
  if (event.isComposing) return null
  if (isStroke(event, MESSAGE_SHORTCUTS.send.stroke)) return 'send'
  const isRecall = text === '' && isStroke(event, MESSAGE_SHORTCUTS.recall.stroke)
  return isRecall ? 'recall' : null
}
