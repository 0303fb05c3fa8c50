import { expect, test } from 'vitest'
import type { TimerId } from '../../../shared/ids.ts'
import type { TurnClock } from '../../../shared/turn.ts'
import { timeQuestionOf } from './time-limit.ts'

const RUNNING = { type: 'running', timerId: 't' as TimerId, dueAt: 5_000 } as const
const CLOCK: TurnClock = { limitMs: 7_200_000, extensions: 0, stage: 'grace', time: RUNNING }

test('nobody is asked before the limit, or where there is none', () => {
  expect(timeQuestionOf(null)).toBeNull()
  expect(timeQuestionOf({ ...CLOCK, stage: 'limit' })).toBeNull()
})

test('the question says how long the turn has worked, what Continue gives it, and when it ends', () => {
  expect(timeQuestionOf(CLOCK)).toEqual({
    text: 'This turn has worked for 2 hours.',
    goOn: 'Continue for another 2 hours',
    endsAt: 5_000,
  })
})

test('what a person gave before counts; time that stands ends nothing', () => {
  const time = { type: 'standing', leftMs: 60_000 } as const
  expect(timeQuestionOf({ ...CLOCK, extensions: 1, time })).toEqual({
    text: 'This turn has worked for 4 hours.',
    goOn: 'Continue for another 2 hours',
    endsAt: null,
  })
})
