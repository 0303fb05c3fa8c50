import { expect, test } from 'vitest'
import { MenuItem } from '../../../shared/protocol/events.ts'
import { recentPlace, sideButton, windowAction } from './keys.ts'
import { printedKeys, MESSAGE_SHORTCUTS, WINDOW_SHORTCUTS } from './shortcuts.ts'

const NOTHING_HELD = {
  isComposing: false,
  defaultPrevented: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
}

const press = (key: string, more: object = {}): ReturnType<typeof windowAction> =>
  windowAction({ ...NOTHING_HELD, key, ...more })

test.each([
  ['n', { ctrlKey: true }, 'newConversation'],
  ['N', { metaKey: true }, 'newConversation'],
  ['[', { ctrlKey: true }, 'back'],
  [']', { metaKey: true }, 'forward'],
  ['j', { ctrlKey: true }, 'inbox'],
  ['f', { ctrlKey: true }, 'find'],
  ['F', { metaKey: true, shiftKey: true }, 'search'],
  ['k', { ctrlKey: true }, 'palette'],
  [',', { ctrlKey: true }, 'settings'],
  ['/', { ctrlKey: true }, 'shortcuts'],
  // On keyboards with the slash above the 7.
  ['/', { metaKey: true, shiftKey: true }, 'shortcuts'],
  ['Escape', {}, 'stop'],
  ['Enter', { ctrlKey: true }, 'stopAndSend'],
  ['Enter', { metaKey: true }, 'stopAndSend'],
] as const)('%s with %o is %s', (key, held, action) => {
  expect(press(key, held)).toBe(action)
})

test.each([
  ['л', 'KeyK', 'palette'],
  ['т', 'KeyN', 'newConversation'],
  ['х', 'BracketLeft', 'back'],
  ['ю', 'Period', 'inspector'],
  // Greek, Hebrew and Arabic.
  ['κ', 'KeyK', 'palette'],
  ['ל', 'KeyK', 'palette'],
  ['ن', 'KeyK', 'palette'],
  // A key that prints a sign or a Latin letter is what it prints.
  ['.', 'Slash', 'inspector'],
  ['k', 'KeyV', 'palette'],
  ['ö', 'Semicolon', null],
] as const)('Ctrl with %s at the place of %s is %s', (key, code, action) => {
  expect(press(key, { code, ctrlKey: true })).toBe(action)
})

const place = (code: string, more: object = { ctrlKey: true }): number | null =>
  recentPlace({ ...NOTHING_HELD, key: '&', code, ...more })

test('a digit with Ctrl or Cmd names one of the newest conversations, on every keyboard', () => {
  expect(['Digit1', 'Digit9', 'Digit0', 'KeyA', 'Numpad1'].map((code) => place(code))).toEqual([
    0,
    8,
    null,
    null,
    null,
  ])
  expect(place('Digit2', { metaKey: true })).toBe(1)
  for (const held of [{}, { ctrlKey: true, altKey: true }, { ctrlKey: true, shiftKey: true }])
    expect(place('Digit1', held)).toBeNull()
  expect(place('Digit1', { ctrlKey: true, isComposing: true })).toBeNull()
  expect(place('Digit1', { ctrlKey: true, defaultPrevented: true })).toBeNull()
})

test('the buttons at the side of a mouse lead back and forward', () => {
  expect([0, 1, 2, 3, 4, 5].map(sideButton)).toEqual([null, null, null, 'back', 'forward', null])
})

test('other keys stay in the focused element', () => {
  expect(press('n')).toBeNull()
  expect(press('/')).toBeNull()
  expect(press('j', { ctrlKey: true, shiftKey: true })).toBeNull()
  expect(press('n', { ctrlKey: true, altKey: true })).toBeNull()
  expect(press('Enter')).toBeNull()
  expect(press('Enter', { ctrlKey: true, shiftKey: true })).toBeNull()
})

test('R31 nothing happens inside an input method, or for an event already handled', () => {
  expect(press('Escape', { isComposing: true })).toBeNull()
  expect(press('Escape', { defaultPrevented: true })).toBeNull()
})

test('every menu command has a key', () => {
  expect(Object.keys(WINDOW_SHORTCUTS).toSorted()).toEqual(MenuItem.options.toSorted())
})

test('the labels are those printed on the keys', () => {
  expect(printedKeys(WINDOW_SHORTCUTS.newConversation.stroke, false)).toBe('Ctrl+N')
  expect(printedKeys(WINDOW_SHORTCUTS.shortcuts.stroke, true)).toBe('Cmd+/')
  expect(printedKeys(WINDOW_SHORTCUTS.stop.stroke, false)).toBe('Esc')
  expect(printedKeys(MESSAGE_SHORTCUTS.newLine.stroke, false)).toBe('Shift+Enter')
  expect(printedKeys(MESSAGE_SHORTCUTS.earlier.stroke, false)).toBe('Up')
})
