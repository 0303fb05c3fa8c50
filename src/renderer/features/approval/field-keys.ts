import { strokeOf } from '../shell/own-strokes.svelte.ts'
import { isStroke, WINDOW_SHORTCUTS } from '../shell/shortcuts.ts'

/** The effect of a key in a field of the card, which replaces its effect in the window; null: its usual effect. */
type FieldKey = 'leave' | 'send'

export function fieldKey(
  event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
): FieldKey | null {
  if (event.isComposing) return null
  if (isStroke(event, WINDOW_SHORTCUTS.stop.stroke)) return 'leave'
  return isStroke(event, strokeOf('stopAndSend')) ? 'send' : null
}
