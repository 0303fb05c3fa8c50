import { expect, test } from 'vitest'
import { ROW_HEIGHT, windowOf } from './log-window.ts'

test('a log of any length draws the visible rows and a few around them', () => {
  expect(windowOf(0, 0, 500)).toEqual({ first: 1, last: 0 })
  expect(windowOf(5, 0, 500)).toEqual({ first: 1, last: 5 })
  const { first, last } = windowOf(1_000_000, 500_000 * ROW_HEIGHT, 10 * ROW_HEIGHT)
  expect(first).toBeLessThan(500_001)
  expect(last).toBeGreaterThan(500_009)
  expect(last - first).toBeLessThan(40)
  expect(windowOf(20, 20 * ROW_HEIGHT, 100).last).toBe(20)
})
