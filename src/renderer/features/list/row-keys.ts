import { isStroke, ROW_SHORTCUTS } from '../shell/shortcuts.ts'

/** What can be done with a row. */
export type RowAction = 'rename' | 'pin' | 'archive' | 'remove'

const ACTIONS = ['rename', 'pin', 'archive', 'remove'] as const

type Pressed = Parameters<typeof isStroke>[0] & Pick<KeyboardEvent, 'isComposing'>

/** What a key asks of the row that has the focus; null: nothing. A Mac's Delete is the key that others call Backspace. */
export function rowAction(event: Pressed): RowAction | null {
  if (event.isComposing) return null
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  const key = event.key === 'Backspace' ? 'Delete' : event.key
  const pressed = { key, altKey, ctrlKey, metaKey, shiftKey }
  return ACTIONS.find((action) => isStroke(pressed, ROW_SHORTCUTS[action].stroke)) ?? null
}
