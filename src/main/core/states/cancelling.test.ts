import { expect, test } from 'vitest'
import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { WorkId } from '../../../shared/ids.ts'
import type { InputOf } from '../machine/event.ts'
import type { Moved } from '../machine/step.ts'
import {
  cancelling,
  cancellingForRound,
  executing,
  finished,
  fired,
  inState,
  recorded,
  wordsIn,
  SAMPLES,
  take,
} from '../testing/test-steps.ts'

function end(state: StateOf<'cancelling'>): Moved {
  return take(state, finished(state.waitingFor[0]?.workId ?? ('' as WorkId)))
}

test('it ends when the stopped work has ended, and the late result is not stored', () => {
  const state = cancelling()
  if (state.then.type !== 'rest') throw new Error('not to rest')
  expect(end(state)).toEqual({
    type: 'moved',
    state: state.then.state,
    messages: [],
    lifecycle: [],
    children: [],
    rules: [],
    effects: [{ type: 'stopTimer', timerId: state.timerId }],
  })
})

// covers D-06
test('it waits for each piece of work', () => {
  const one = cancelling()
  const second = { workId: 'w2' as WorkId, what: 'second' }
  const two = { ...one, waitingFor: [...one.waitingFor, second] }
  const moved = end(two)
  expect(moved.state).toEqual({ ...two, waitingFor: [second] })
  expect(moved.effects).toEqual([])
  expect(end(inState(moved, 'cancelling')).state.type).toBe('idle')
})

// covers D-06
test('after the deadline surviving work is named, and the conversation rests', () => {
  const one = cancelling()
  const state = {
    ...one,
    waitingFor: [...one.waitingFor, { workId: 'w2' as WorkId, what: 'second' }],
  }
  for (const event of [
    fired(state.timerId),
    { type: 'workLost', workId: state.timerId } as const,
    { type: 'workLost', workId: 'w2' as WorkId } as const,
  ]) {
    const moved = take(state, event)
    expect(moved.state.type).toBe('idle')
    expect(wordsIn(moved)).toEqual([
      'system: Still running after being told to stop: make all, second',
    ])
    expect(recorded(moved)).toEqual([])
    expect(moved.effects).toEqual([{ type: 'stopTimer', timerId: state.timerId }])
  }
})

/** What the work of a call on this subject is called. */
function nameOf(subject: string | null): string | undefined {
  const state = executing(1)
  const current = { ...state.current, call: { ...state.current.call, subject } }
  const moved = take({ ...state, current }, SAMPLES.cancelRequested)
  return inState(moved, 'cancelling').waitingFor[0]?.what
}

test('work is named by the start of its command', () => {
  expect(nameOf('  make all\nmake test')).toBe('make all')
  expect(nameOf('x'.repeat(80))).toBe('x'.repeat(80))
  expect(nameOf('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`)
  expect(nameOf(null)).toBe('bash')
})

test('an unresponsive tool that has ended lets the round continue', () => {
  const state = cancellingForRound()
  const moved = end(state)
  expect(moved.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
  expect(moved.effects[0]).toEqual({ type: 'stopTimer', timerId: state.timerId })
})

test('a tool that does not end within its time ends the turn: no call may run next to it', () => {
  const state = cancellingForRound()
  const moved = take(state, fired(state.timerId))
  expect(moved.state).toMatchObject({ type: 'idle', unfinished: { turnId: state.turnId } })
  expect(moved.lifecycle).toEqual([
    { type: 'turnInterrupted', turnId: state.turnId, reason: 'timeout', by: null },
  ])
})

test.each([
  ['cancelRequested', 'userCancel'],
  ['shutdownRequested', 'shutdown'],
] as const)('%s makes a round that would continue rest instead, once', (type, cause) => {
  const state = cancellingForRound()
  const moved = take(state, SAMPLES[type])
  const unfinished = { turnId: state.turnId, cause }
  expect(moved.state).toEqual({
    ...state,
    then: { type: 'rest', state: { type: 'idle', unfinished } },
  })
  expect(moved.lifecycle).toEqual([
    { type: 'turnInterrupted', turnId: state.turnId, reason: cause, by: null },
  ])
  expect(moved.effects).toEqual([])
})

test('T15 a store that fails ends only a turn that would continue', () => {
  const ended = take(cancelling(), SAMPLES.storeFailed)
  expect(ended.state).toMatchObject({ type: 'error', kind: 'storage' })
  expect(recorded(ended)).toEqual([])
  expect(wordsIn(ended)).toEqual([])
  const state = cancellingForRound()
  const failed = take(state, SAMPLES.storeFailed)
  expect(recorded(failed)).toEqual(['turnFailed'])
  expect(failed.effects).toEqual([
    { type: 'stopWork', workIds: state.waitingFor.map(({ workId }) => workId), reason: 'storage' },
    { type: 'stopTimer', timerId: state.timerId },
  ])
})

/** A message was sent on top: its turn begins when what was stopped has ended. */
function cancellingForTurn(): StateOf<'cancelling'> {
  const interrupt = { ...SAMPLES.userMessage, mode: 'interrupt' } as InputOf<'userMessage'>
  return inState(take(executing(), interrupt), 'cancelling')
}

test.each([cancellingForRound(), cancellingForTurn()])(
  'lost work ends the turn that would continue, and names what was asked to stop',
  (state) => {
    for (const workId of [state.timerId, ...state.waitingFor.map((each) => each.workId)]) {
      const moved = take(state, { type: 'workLost', workId })
      expect(moved.state).toMatchObject({
        type: 'error',
        kind: 'internal',
        turnId: state.turnId,
      })
      expect(recorded(moved)).toEqual(['turnFailed'])
      expect(wordsIn(moved)).toEqual([
        'system: Still running after being told to stop: make all',
        expect.stringContaining('error: Phoenix lost track of running work'),
      ])
      expect(moved.effects).toEqual([{ type: 'stopTimer', timerId: state.timerId }])
    }
  },
)
