import { expect, test } from 'vitest'
import { neighbourOf } from './reading-place.ts'

/** Messages whose tops are this far above the top of the visible part, in px. */
const at = (...belows: readonly number[]) =>
  belows.map((below, index) => ({ messageId: `m${index}`, below }))

test('the previous message is the last that starts above, the next the first that starts below', () => {
  expect(neighbourOf(at(900, 300, -200, -700), 'previous')).toBe('m1')
  expect(neighbourOf(at(900, 300, -200, -700), 'next')).toBe('m2')
})

test('moving on starts from the current message, in both directions', () => {
  expect(neighbourOf(at(900, -12, -700), 'previous')).toBe('m0')
  expect(neighbourOf(at(900, -12, -700), 'next')).toBe('m2')
  expect(neighbourOf(at(900, -12.6, -700), 'previous')).toBe('m0')
  expect(neighbourOf(at(900, -11.4, -700), 'next')).toBe('m2')
})

test('beyond the first and the last there is none', () => {
  expect(neighbourOf(at(-12, -300), 'previous')).toBeNull()
  expect(neighbourOf(at(300, -12), 'next')).toBeNull()
  expect(neighbourOf([], 'next')).toBeNull()
})
