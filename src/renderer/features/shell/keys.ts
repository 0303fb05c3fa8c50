import { MenuItem } from '../../../shared/protocol/events.ts'
import { strokeOf } from './own-strokes.svelte.ts'
import { isStroke, type Stroke, WINDOW_SHORTCUTS } from './shortcuts.ts'

/** A request to the whole window, by a key or the host's menu. */
export type WindowAction = MenuItem

const ACTIONS = MenuItem.options

type Pressed = Parameters<typeof isStroke>[0] &
  Pick<KeyboardEvent, 'isComposing' | 'defaultPrevented'>

/** The action of a mouse button, as in MouseEvent.button; null: none for the whole window. */
export function sideButton(button: number): 'back' | 'forward' | null {
  if (button === 3) return 'back'
  return button === 4 ? 'forward' : null
}

/** Null: the focused element handles the key. During input method composition it always does. */
export function windowAction(event: Pressed): WindowAction | null {
  if (event.isComposing || event.defaultPrevented) return null
  return ACTIONS.find((action) => isStroke(event, strokeOfAction(action))) ?? null
}

/** The place in the newest conversations that a digit's key names, from 0 on. Null: it is another key. */
export function recentPlace(event: Pressed & Pick<KeyboardEvent, 'code'>): number | null {
  // By its place on the keyboard: on some, digits are typed with Shift.
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  const isHeld = (ctrlKey || metaKey) && !altKey && !shiftKey
  if (digit === undefined || !isHeld || event.isComposing || event.defaultPrevented) return null
  return Number(digit) - 1
}

function strokeOfAction(action: WindowAction): Stroke {
  return action === 'stop' ? WINDOW_SHORTCUTS.stop.stroke : strokeOf(action)
}
