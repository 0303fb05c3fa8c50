import { expect, test } from 'vitest'
import { shareAfterKey } from './pane-share.ts'

test('the arrows move the edge within its bounds, Home and End to its ends, other keys not at all', () => {
  expect(shareAfterKey('ArrowRight', 0.5)).toBe(0.55)
  expect(shareAfterKey('ArrowLeft', 0.5)).toBe(0.45)
  expect(shareAfterKey('ArrowLeft', 0.25)).toBe(0.25)
  expect(shareAfterKey('End', 0.5)).toBe(0.75)
  expect(shareAfterKey('Home', 0.5)).toBe(0.25)
  expect(shareAfterKey('a', 0.5)).toBeNull()
})
