import { expect, test } from 'vitest'
import { durationInWords } from './duration-in-words.ts'

test.each([
  [7_200_000, '2 hours'],
  [3_600_000, '1 hour'],
  [5_400_000, '1 hour 30 minutes'],
  [90_061_000, '25 hours 1 minute'],
  [600_000, '10 minutes'],
  [6_000, '6 seconds'],
  [61_400, '1 minute 1 second'],
  [0, '0 seconds'],
])('%i ms are %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words)
})
