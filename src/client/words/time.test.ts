import { expect, test } from 'vitest'
import {
  formatAgo,
  formatDuration,
  formatMoment,
  formatSecond,
  formatTaken,
  formatWhen,
} from './time.ts'

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

test.each([2 * HOUR, 3 * DAY, 400 * DAY])(
  'what has not happened yet, because the clock was set back, is shown by its moment: %d ms ahead',
  (ahead) => {
    expect(formatAgo(NOW + ahead, NOW)).toBe(formatMoment(NOW + ahead, NOW))
  },
)

test.each([
  [-HOUR, '0 s'],
  [12 * HOUR, '12 h 0 m'],
  [DAY - 1, '23 h 59 m'],
  [DAY, '1 d 0 h'],
  [3 * DAY + 5 * HOUR, '3 d 5 h'],
  [400 * DAY, '400 d 0 h'],
])('a duration of %d ms is shown as %s', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown)
})

test('a call during which the clock was set back took no time', () => {
  expect(formatTaken(-5_000)).toBe('0 ms')
})

test('a time less than a day away is a countdown, a later one a day', () => {
  expect(formatWhen(NOW + 5 * MINUTE, NOW)).toBe('in 5 m 0 s')
  expect(formatWhen(NOW + DAY - 1, NOW)).toBe('in 1 d 0 h')
  expect(formatWhen(NOW + 8 * DAY, NOW)).toBe(`on ${formatMoment(NOW + 8 * DAY, NOW)}`)
})

test('times of the day are written as the language writes them: no zero before an hour of twelve', () => {
  const morning = new Date(2026, 0, 5, 7, 6, 5).getTime()
  const written = (timeStyle: 'short' | 'medium'): string =>
    new Date(morning).toLocaleTimeString([], { timeStyle })
  expect(formatMoment(morning, morning)).toBe(written('short'))
  expect(formatSecond(morning)).toBe(written('medium'))
})
