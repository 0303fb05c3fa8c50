import { expect, test } from 'vitest'
import { approvalKey, questionKey } from './ask-keys.ts'

const pressed = (key: string, more: object = {}) => ({
  key,
  isComposing: false,
  defaultPrevented: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
})

test.each([
  ['Enter', {}, false, 'once'],
  ['Enter', { shiftKey: true }, false, 'always'],
  ['Escape', {}, false, 'deny'],
  ['Escape', {}, true, 'deny'],
  ['Enter', {}, true, null],
  ['Enter', { shiftKey: true }, true, null],
  ['Enter', { ctrlKey: true }, false, null],
  ['Enter', { isComposing: true }, false, null],
  ['Escape', { defaultPrevented: true }, false, null],
  ['a', {}, false, null],
])('%s with %j, on a control: %s, requests %s', (key, more, onControl, expected) => {
  expect(approvalKey(pressed(key, more), onControl)).toBe(expected)
})

test.each([
  ['1', {}, false, 0],
  ['3', {}, false, 2],
  ['4', {}, false, null],
  ['0', {}, false, null],
  ['1', {}, true, null],
  ['1', { ctrlKey: true }, false, null],
  ['1', { isComposing: true }, false, null],
  ['Escape', {}, true, 'leave'],
  ['Escape', { defaultPrevented: true }, false, null],
])(
  'of three options %s with %j, on a control: %s, chooses %s',
  (key, more, onControl, expected) => {
    expect(questionKey(pressed(key, more), { onControl, options: 3 })).toBe(expected)
  },
)
