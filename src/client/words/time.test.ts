import { expect, test } from 'vitest'
import { formatAgo, formatMoment, formatSecond, formatWhen } from './time.ts'

const NOW = new Date(2026, 4, 20, 12).getTime()
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 'now'],
  [-5 * SECOND, 'now'],
  [59 * SECOND, 'now'],
  [MINUTE, '1 m'],
  [59 * MINUTE, '59 m'],
  [HOUR, '1 h'],
  [23 * HOUR, '23 h'],
  [DAY, '1 d'],
  [6 * DAY, '6 d'],
])('what happened %d ms ago is shown as %s', (ago, shown) => {
  expect(formatAgo(NOW - ago, NOW)).toBe(shown)
})

test('what happened a week ago or earlier is shown by its day', () => {
  expect(formatAgo(NOW - 7 * DAY, NOW)).toBe(formatMoment(NOW - 7 * DAY, NOW))
})

test('a time less than a day away is a countdown, a later one a day', () => {
  expect(formatWhen(NOW + 5 * MINUTE, NOW)).toBe('in 5 m 0 s')
  expect(formatWhen(NOW + DAY - 1, NOW)).toBe('in 24 h 0 m')
  expect(formatWhen(NOW + 8 * DAY, NOW)).toBe(`on ${formatMoment(NOW + 8 * DAY, NOW)}`)
})

test('times of the day are written as the language writes them: no zero before an hour of twelve', () => {
  const morning = new Date(2026, 0, 5, 7, 6, 5).getTime()
  const written = (timeStyle: 'short' | 'medium'): string =>
    new Date(morning).toLocaleTimeString([], { timeStyle })
  expect(formatMoment(morning, morning)).toBe(written('short'))
  expect(formatSecond(morning)).toBe(written('medium'))
})
