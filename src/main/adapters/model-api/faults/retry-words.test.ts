import { expect, test } from 'vitest'
import { retryDelayIn, waitInWords } from './retry-words.ts'

const NOW = Date.parse('2026-11-23T00:00:00Z')

test.each([
  ['Rate limit reached for gpt-4o. Please try again in 41.2s. Visit https://x.', 41_200],
  ['Please try again in 1m41.5s.', 101_500],
  ['Please try again in 7m12s', 432_000],
  ['Please try again in 250ms.', 250],
  ['Please retry after 20 seconds.', 20_000],
  ['Try again in 1 hour and 5 minutes', 3_900_000],
  ['Please wait 3 minutes', 180_000],
  ['You will regain access on 2026-11-24 at 00:00 UTC.', 86_400_000],
  ['You will regain access on 2026-11-24.', 86_400_000],
  ['Usage limit reached for 5 hour. Your limit will reset at 2026-11-23 09:30:00', 5_400_000],
  ['Resets at 2026-11-23T01:30:00Z', 5_400_000],
  ['Resets at 2026-11-23 01:30:00 GMT', 5_400_000],
  ['Resets at 2026-11-22T21:30:00.000-04:00', 5_400_000],
])('a time in words: %s', (words, ms) => {
  expect(waitInWords(words, NOW)).toBe(ms)
})

test.each([
  'Please try again later.',
  'Limit 30000, Used 20000, Requested 45000.',
  'You will regain access on 2026-11-22 at 00:00 UTC.',
  'You will regain access on Tuesday.',
  'try again in 5 monkeys',
  '',
])('no time: %s', (words) => {
  expect(waitInWords(words, NOW)).toBeNull()
})

test('how long Google says to wait', () => {
  const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '41.5s' }
  expect(retryDelayIn([{ '@type': 'type.googleapis.com/google.rpc.Help' }, info])).toBe(41_500)
  expect(retryDelayIn([{ retryDelay: 'soon' }])).toBeNull()
  expect(retryDelayIn(null)).toBeNull()
})
