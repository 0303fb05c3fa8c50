import { expect, test } from 'vitest'
import { rowAction, rowAfterKey } from './row-keys.ts'

const held = { isComposing: false, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test.for([
  ['F2', 'rename'],
  ['b', 'beside'],
  ['p', 'pin'],
  ['e', 'archive'],
  ['Delete', 'remove'],
  ['Backspace', 'remove'],
] as const)('%s on a row requests %s', ([key, action]) => {
  expect(rowAction({ ...held, key })).toBe(action)
})

test('a key of a row is found by its place on a keyboard without Latin letters', () => {
  expect(rowAction({ ...held, key: 'у', code: 'KeyE' })).toBe('archive')
  expect(rowAction({ ...held, key: 'e', code: 'KeyD' })).toBe('archive')
})

test('a key with a modifier, or within an input method, is not an action of a row', () => {
  expect(rowAction({ ...held, key: 'e', ctrlKey: true })).toBeNull()
  expect(rowAction({ ...held, key: 'p', metaKey: true })).toBeNull()
  expect(rowAction({ ...held, key: 'Delete', shiftKey: true })).toBeNull()
  expect(rowAction({ ...held, key: 'e', isComposing: true })).toBeNull()
  expect(rowAction({ ...held, key: 'x' })).toBeNull()
})

test.for([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['PageDown', 5, 15],
  ['PageUp', 15, 5],
  ['Home', 5, 1],
  ['End', 5, 100],
  ['ArrowUp', 1, 1],
  ['PageUp', 3, 1],
  ['ArrowDown', 100, 100],
  ['PageDown', 95, 100],
] as const)('%s leads from row %i to row %i of 100', ([key, from, to]) => {
  expect(rowAfterKey({ ...held, key }, from, { count: 100, page: 10 })).toBe(to)
})

test('other keys, and those with a modifier, lead to no row', () => {
  expect(rowAfterKey({ ...held, key: 'x' }, 5, { count: 100, page: 10 })).toBeNull()
  expect(rowAfterKey({ ...held, key: 'Home', ctrlKey: true }, 5, { count: 9, page: 2 })).toBeNull()
})
