import { expect, test } from 'vitest'
import { itemAfterKey } from './menu-keys.ts'

const from =
  (at: number) =>
  (key: string): number | null =>
    itemAfterKey(key, { at, count: 3 })

test('the arrow keys go round, Home and End go to the ends', () => {
  expect([0, 1, 2].map((at) => from(at)('ArrowDown'))).toEqual([1, 2, 0])
  expect([0, 1, 2].map((at) => from(at)('ArrowUp'))).toEqual([2, 0, 1])
  expect([0, 1, 2].map((at) => from(at)('Home'))).toEqual([0, 0, 0])
  expect([0, 1, 2].map((at) => from(at)('End'))).toEqual([2, 2, 2])
})

test('while no item has the focus, the keys lead to the first and the last', () => {
  expect(from(-1)('ArrowDown')).toBe(0)
  expect(from(-1)('ArrowUp')).toBe(2)
})

test('other keys, and a menu whose items are all disabled, move nothing', () => {
  expect(from(1)('Enter')).toBeNull()
  expect(from(1)('Tab')).toBeNull()
  expect(itemAfterKey('ArrowDown', { at: -1, count: 0 })).toBeNull()
})
