import { expect, test } from 'vitest'
import { keyInTerminal } from './terminal-keys.ts'

function pressed(words: string) {
  const parts = words.split('+')
  const key = parts.pop() ?? ''
  const [ctrlKey, metaKey, shiftKey, altKey] = ['Ctrl', 'Cmd', 'Shift', 'Alt'].map((each) =>
    parts.includes(each),
  ) as [boolean, boolean, boolean, boolean]
  return { type: 'keydown', key, ctrlKey, metaKey, shiftKey, altKey }
}

test.for([
  ['a', 'type'],
  ['Escape', 'type'],
  ['Ctrl+c', 'type'],
  ['Ctrl+k', 'type'],
  ['Ctrl+f', 'type'],
  ['Ctrl+[', 'type'],
  ['Ctrl+/', 'type'],
  ['Ctrl+Enter', 'type'],
  ['Ctrl+Alt+a', 'type'],
  ['Ctrl+Shift+C', 'copy'],
  ['Ctrl+Shift+V', 'leave'],
  ['Ctrl+Shift+F', 'find'],
  ['Ctrl+Shift+P', 'leave'],
  ['Ctrl+;', 'leave'],
  ['Ctrl+,', 'leave'],
  ['Ctrl+.', 'leave'],
] as const)('on systems without Cmd, %s does: %s', ([key, does]) => {
  expect(keyInTerminal(pressed(key), false)).toBe(does)
})

test.for([
  ['Cmd+c', 'leave'],
  ['Cmd+k', 'leave'],
  ['Cmd+f', 'find'],
  ['Cmd+Shift+f', 'leave'],
  ['Ctrl+f', 'type'],
  ['Ctrl+c', 'type'],
  ['Ctrl+Shift+C', 'type'],
  ['Escape', 'type'],
] as const)('on a Mac, %s does: %s', ([key, does]) => {
  expect(keyInTerminal(pressed(key), true)).toBe(does)
})

test('on a Cyrillic keyboard, keys mean what they mean at their place', () => {
  const ofShell = { ...pressed('Ctrl+с'), code: 'KeyC' }
  expect(keyInTerminal(ofShell, false)).toBe('type')
  expect(keyInTerminal({ ...ofShell, shiftKey: true }, false)).toBe('copy')
  expect(keyInTerminal({ ...pressed('Ctrl+ж'), code: 'Semicolon' }, false)).toBe('leave')
  expect(keyInTerminal({ ...pressed('Cmd+а'), code: 'KeyF' }, true)).toBe('find')
})
