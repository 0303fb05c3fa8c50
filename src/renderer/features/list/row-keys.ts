import { strokeOf } from '../shell/own-strokes.svelte.ts'
import { isStroke } from '../shell/shortcuts.ts'

/** Actions on a row that have a key. */
const ACTIONS = ['beside', 'rename', 'pin', 'moveUp', 'moveDown', 'archive', 'remove'] as const
type KeyAction = (typeof ACTIONS)[number]
/** Actions on a row. A new title has no key. */
export type RowAction = KeyAction | 'retitle'

type Pressed = Parameters<typeof isStroke>[0] & Pick<KeyboardEvent, 'isComposing'>

/** The action of a key on the focused row; null: none. A Mac's Delete is the key that others call Backspace. */
export function rowAction(event: Pressed): KeyAction | null {
  if (event.isComposing) return null
  const { altKey, code, ctrlKey, metaKey, shiftKey } = event
  const key = event.key === 'Backspace' ? 'Delete' : event.key
  const pressed = { key, code, altKey, ctrlKey, metaKey, shiftKey }
  return ACTIONS.find((action) => isStroke(pressed, strokeOf(action))) ?? null
}

/**
 * The position, from 1, of the row that a key leads to from this one; null: the key is not one of these. `page`: the
 * number of visible rows.
 */
export function rowAfterKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Pressed,
  from: number,
  { count, page }: { readonly count: number; readonly page: number },
): number | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null
  switch (key) {
    case 'ArrowDown':
      return Math.min(from + 1, count)
    case 'ArrowUp':
      return Math.max(from - 1, 1)
    case 'PageDown':
      return Math.min(from + page, count)
    case 'PageUp':
      return Math.max(from - page, 1)
    case 'Home':
      return 1
    case 'End':
      return count
    default:
      return null
  }
}
