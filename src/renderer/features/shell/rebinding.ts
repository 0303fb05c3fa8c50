import { hangsOnLayout, type Stroke } from '../../../shared/settings/stroke.ts'
import { ALL_REBINDABLE, REBINDABLE, type Rebindable, strokeOf } from './own-strokes.svelte.ts'
import { isOfRow, latinKey, type Pressed, ROW_SHORTCUTS } from './shortcuts.ts'

const HELD = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'Dead', 'Process', 'Unidentified']

/**
 * The stroke of this key; null: it is only a modifier, or is pressed with Alt, which types characters on many
 * keyboards.
 */
export function strokeOfKey(event: Pressed): Stroke | null {
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  if (altKey || HELD.includes(event.key)) return null
  const printed = latinKey(event)
  return {
    key: printed,
    mod: ctrlKey || metaKey,
    shift: hangsOnLayout(printed) ? null : shiftKey,
  }
}

/** Fixed keys: they edit text, move, or answer. */
const OF_TEXT = ['a', 'c', 'v', 'x', 'y', 'z']
const FIXED = ['Enter', 'Escape', 'Tab', ' ', 'Backspace']
const MOVING = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]

/** The reason why the action cannot have this stroke, for people. Null: it can. */
export function whyNotStroke(name: Rebindable, stroke: Stroke): string | null {
  const { key, mod } = stroke
  if (!mod && [...FIXED, ...MOVING].includes(key))
    return 'This key is reserved for moving, editing and answering.'
  if (mod && OF_TEXT.includes(key)) return 'These keys are reserved for copy, paste and undo.'
  if (mod && /^[1-9]$/.test(key)) return 'These keys lead to the last nine conversations.'
  if (!mod && !isOfRow(name) && !/^F\d{1,2}$/.test(key))
    return 'A shortcut for the whole window needs Ctrl or Cmd, or one of F1 to F12.'
  if (isSame(ROW_SHORTCUTS.menu.stroke, stroke)) return 'These keys open the menu of a row.'
  const taken = ALL_REBINDABLE.find((each) => each !== name && isSame(strokeOf(each), stroke))
  return taken === undefined
    ? null
    : `“${REBINDABLE[taken].does}” already uses these keys. Change that shortcut first.`
}

/** True if one key press could mean both. */
function isSame(one: Stroke, other: Stroke): boolean {
  const isShift = one.shift === null || other.shift === null || one.shift === other.shift
  return one.key.toLowerCase() === other.key.toLowerCase() && one.mod === other.mod && isShift
}
