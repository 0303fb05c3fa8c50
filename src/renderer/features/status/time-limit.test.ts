import { expect, test } from 'vitest'
import { timeQuestionOf } from './time-limit.ts'

const HOURS = 3_600_000

test('the question says how long the turn has worked, what Continue adds, and when it ends', () => {
  expect(timeQuestionOf({ workedMs: 4 * HOURS, moreMs: 2 * HOURS, endsAt: 5_000 })).toEqual({
    text: 'This turn has worked for 4 hours.',
    goOn: 'Continue for another 2 hours',
    endsAt: 5_000,
  })
})
