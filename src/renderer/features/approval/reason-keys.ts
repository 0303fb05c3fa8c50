import { isStroke, WINDOW_SHORTCUTS } from '../shell/shortcuts.ts'

/** What a key in the Reason box does there, and not in the window; null: what it always does. */
export type ReasonKey = 'leave' | 'deny'

export function reasonKey(
  event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
): ReasonKey | null {
  if (event.isComposing) return null
  if (isStroke(event, WINDOW_SHORTCUTS.stop.stroke)) return 'leave'
  return isStroke(event, WINDOW_SHORTCUTS.stopAndSend.stroke) ? 'deny' : null
}
