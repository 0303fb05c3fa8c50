import { expect, test } from 'vitest'
import { IDLE } from '../../shared/conversation-state.ts'
import type { CallId, TurnId } from '../../shared/ids.ts'
import type { InputOf } from './event.ts'
import {
  cancelling,
  enveloped,
  executing,
  inState,
  recorded,
  requesting,
  said,
  SAMPLES,
  take,
} from './test-steps.ts'
import { testContext } from './test-context.ts'
import { transition } from './transition.ts'

const turnId = 'turn' as TurnId
const openTurn = { id: turnId, goal: 'reply', unfinished: null } as const
const NOTHING = { type: 'recovered', openTurn: null, rested: null, openCalls: [] } as const

function found(facts: Partial<InputOf<'recovered'>>): InputOf<'recovered'> {
  return { ...NOTHING, ...facts }
}

const CALLS = [
  { callId: 'c0' as CallId, was: { type: 'started' } },
  { callId: 'c1' as CallId, was: { type: 'waiting' } },
] as const

test('T11 after a restart started calls have an unknown effect, others did not run, and nothing runs', () => {
  for (const state of [IDLE, requesting(), executing(), cancelling()]) {
    const moved = take(state, found({ openTurn, openCalls: CALLS }))
    expect(said(moved)).toEqual([
      'unknown: Interrupted: Phoenix was ended while this ran. Its effect is unknown.',
      'notRun: Not run: Phoenix was ended before this call.',
    ])
    expect(moved.messages.map(({ content }) => content)).toMatchObject([
      { callId: 'c0' },
      { callId: 'c1' },
    ])
    expect(moved.lifecycle).toEqual([
      { type: 'turnInterrupted', turnId, reason: 'restart', by: null },
    ])
    expect(moved.state).toEqual({
      type: 'idle',
      unfinished: { turnId, cause: 'restart' },
    })
    expect(moved.effects).toEqual([])
  }
})

test('a turn is interrupted on record only where one was open', () => {
  const rested = { turnId, cause: 'error' } as const
  const error = take(requesting(), SAMPLES.storeFailed)
  const moved = take(inState(error, 'error'), found({ rested }))
  expect(recorded(moved)).toEqual([])
  expect(moved.state).toEqual({ type: 'idle', unfinished: rested })
})

test('calls without a result get one even where no turn was open', () => {
  const moved = take(IDLE, found({ openCalls: CALLS }))
  expect(said(moved)).toHaveLength(2)
  expect(moved.state).toEqual(IDLE)
})

test.each([
  found({ openTurn }),
  found({ openCalls: CALLS }),
  found({ rested: { turnId, cause: 'restart' } }),
])('anything that the store found is taken by an idle conversation', (event) => {
  expect(transition(IDLE, testContext(), enveloped(event)).type).toBe('moved')
})

test('a second recovery changes nothing', () => {
  const state = take(executing(), found({ openTurn, openCalls: CALLS })).state
  const again = transition(state, testContext(), enveloped(NOTHING))
  expect(again).toEqual({ type: 'refused', reason: 'nothingToDo' })
})

test('a state that is no idle becomes one, even if the store found nothing open', () => {
  expect(take(executing(), NOTHING).state).toEqual(IDLE)
})
