import { afterEach, expect, test } from 'vitest'
import { strokeIn, textOfStroke } from '../../../shared/settings/stroke.ts'
import { windowAction } from './keys.ts'
import {
  ALL_REBINDABLE,
  inForce,
  REBINDABLE,
  type Rebindable,
  strokeOf,
  useStrokes,
} from './own-strokes.svelte.ts'
import { strokeOfKey, whyNotStroke } from './rebinding.ts'
import { WINDOW_SHORTCUTS } from './shortcuts.ts'

const NOTHING_HELD = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const press = (
  key: string,
  held: Partial<typeof NOTHING_HELD> = {},
): Parameters<typeof windowAction>[0] => ({
  ...NOTHING_HELD,
  ...held,
  key,
  isComposing: false,
  defaultPrevented: false,
})

function whyNot(name: Rebindable, text: string): string | null {
  const stroke = strokeIn(text)
  if (stroke === null) throw new Error(`no stroke: ${text}`)
  return whyNotStroke(name, stroke)
}

afterEach(() => useStrokes({}))

test('a chosen key works, and the old one no longer does', () => {
  useStrokes({ inbox: 'Mod+Shift+i' })
  expect(windowAction(press('I', { ctrlKey: true, shiftKey: true }))).toBe('inbox')
  expect(windowAction(press('j', { ctrlKey: true }))).toBeNull()
  expect(
    inForce(WINDOW_SHORTCUTS).find(({ does }) => does === REBINDABLE.inbox.does)?.stroke,
  ).toEqual(strokeOf('inbox'))
})

test('settings for unknown shortcuts, or with unknown keys, change nothing', () => {
  useStrokes({ inbox: 'nonsense', stop: 'Mod+s', unknown: 'Mod+q' })
  for (const name of ALL_REBINDABLE) expect(strokeOf(name)).toEqual(REBINDABLE[name].stroke)
  expect(windowAction(press('Escape'))).toBe('stop')
})

test('no two shortcuts have the same keys, and each could be given its own', () => {
  for (const name of ALL_REBINDABLE) expect(whyNotStroke(name, strokeOf(name))).toBeNull()
})

test.for([
  ['inbox', 'Mod+k', 'Command palette'],
  ['pin', 'e', 'Archive'],
  ['pin', 'Mod+j', 'Inbox'],
  ['inbox', 'e', 'needs Ctrl or Cmd'],
  ['inbox', 'Mod+c', 'copy, paste'],
  ['inbox', 'Mod+1', 'last nine'],
  ['pin', 'ArrowDown', 'moving'],
  ['inbox', 'Escape', 'answering'],
  ['rename', 'Shift+F10', 'menu of a row'],
] as const)('%s cannot be %s: %s', ([name, text, why]) => {
  expect(whyNot(name, text)).toContain(why)
})

test.for([
  ['inbox', 'Mod+i'],
  ['inbox', 'F7'],
  ['pin', 'q'],
  ['previousPrompt', 'Mod+Shift+PageUp'],
] as const)('%s can be %s', ([name, text]) => {
  expect(whyNot(name, text)).toBeNull()
})

test('released keys are free for others', () => {
  useStrokes({ palette: 'Mod+p' })
  expect(whyNot('inbox', 'Mod+k')).toBeNull()
  expect(whyNot('inbox', 'Mod+p')).toContain('Command palette')
})

test.for([
  [press('K', { metaKey: true, shiftKey: true }), 'Mod+Shift+k'],
  [press('?', { ctrlKey: true, shiftKey: true }), 'Mod+?'],
  [press('F6'), 'F6'],
  // On a Cyrillic keyboard; recorded as they are on another one, and Copy stays Copy.
  [{ ...press('Л', { ctrlKey: true, shiftKey: true }), code: 'KeyK' }, 'Mod+Shift+k'],
  [{ ...press('с', { ctrlKey: true }), code: 'KeyC' }, 'Mod+c'],
  [press('Shift', { shiftKey: true }), null],
  [press('k', { altKey: true }), null],
] as const)('%j is the stroke %s', ([event, text]) => {
  const stroke = strokeOfKey(event)
  expect(stroke === null ? null : textOfStroke(stroke)).toBe(text)
})
