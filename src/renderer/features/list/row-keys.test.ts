import { expect, test } from 'vitest'
import { rowAction } from './row-keys.ts'

const held = { isComposing: false, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test.for([
  ['F2', 'rename'],
  ['p', 'pin'],
  ['e', 'archive'],
  ['Delete', 'remove'],
  ['Backspace', 'remove'],
] as const)('%s on a row asks for %s', ([key, action]) => {
  expect(rowAction({ ...held, key })).toBe(action)
})

test('what is held with another key, or belongs to an input method, is no action of a row', () => {
  expect(rowAction({ ...held, key: 'e', ctrlKey: true })).toBeNull()
  expect(rowAction({ ...held, key: 'p', metaKey: true })).toBeNull()
  expect(rowAction({ ...held, key: 'Delete', shiftKey: true })).toBeNull()
  expect(rowAction({ ...held, key: 'e', isComposing: true })).toBeNull()
  expect(rowAction({ ...held, key: 'x' })).toBeNull()
})
