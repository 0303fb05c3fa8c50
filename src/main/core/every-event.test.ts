import { expect, test } from 'vitest'
import { type ConversationState, IDLE, type StateOf } from '../../shared/conversation-state.ts'
import {
  answersOf,
  awaitingLlm,
  cancelling,
  cancellingForRound,
  executing,
  inState,
  requesting,
  SAMPLES,
  take,
} from './test-steps.ts'

/** What every state answers alike: reports of what it does not wait for, and what is only of use at rest. */
const STALE = {
  timerFired: 'stale',
  llmStreamStarted: 'stale',
  llmResponded: 'stale',
  llmFailed: 'stale',
  toolFinished: 'stale',
  workLost: 'stale',
}
const BUSY = {
  ...STALE,
  userMessage: 'busy',
  continueRequested: 'nothingToDo',
  retryRequested: 'nothingToDo',
  sessionClosed: 'busy',
  recovered: '-> idle',
  storeFailed: '-> error',
}

function staysFor(state: ConversationState): Readonly<Record<string, string>> {
  return { settingsChanged: `-> ${state.type}`, sessionOpened: `-> ${state.type}` }
}

test('idle takes messages and settings, and has nothing to stop, retry or continue', () => {
  expect(answersOf(IDLE)).toEqual({
    ...STALE,
    ...staysFor(IDLE),
    userMessage: '-> awaitingLlm',
    cancelRequested: 'nothingToDo',
    continueRequested: 'nothingToDo',
    retryRequested: 'nothingToDo',
    shutdownRequested: 'nothingToDo',
    sessionClosed: '-> idle',
    recovered: 'nothingToDo',
    storeFailed: 'nothingToDo',
  })
})

test('error takes messages and Retry', () => {
  const error = inError()
  expect(answersOf(error)).toEqual({
    ...STALE,
    ...staysFor(error),
    userMessage: '-> awaitingLlm',
    cancelRequested: 'nothingToDo',
    continueRequested: 'nothingToDo',
    retryRequested: '-> awaitingLlm',
    shutdownRequested: 'nothingToDo',
    sessionClosed: '-> error',
    recovered: '-> idle',
    storeFailed: 'nothingToDo',
  })
})

test.each([awaitingLlm(), requesting()])(
  '$type is left for idle by a cancel and by quitting',
  (state) => {
    expect(answersOf(state)).toEqual({
      ...BUSY,
      ...staysFor(state),
      cancelRequested: '-> idle',
      shutdownRequested: '-> idle',
    })
  },
)

test('toolExecuting is left through cancelling', () => {
  expect(answersOf(executing())).toEqual({
    ...BUSY,
    ...staysFor(executing()),
    cancelRequested: '-> cancelling',
    shutdownRequested: '-> cancelling',
  })
})

test('cancelling has its own word for a message, and nothing to cancel a second time', () => {
  expect(answersOf(cancelling())).toEqual({
    ...BUSY,
    ...staysFor(cancelling()),
    userMessage: 'cancelling',
    cancelRequested: 'nothingToDo',
    shutdownRequested: 'nothingToDo',
  })
})

test('cancelling for a round to go on can still be cancelled', () => {
  expect(answersOf(cancellingForRound())).toMatchObject({
    cancelRequested: '-> cancelling',
    shutdownRequested: '-> cancelling',
  })
})

function inError(): StateOf<'error'> {
  return inState(take(awaitingLlm(), SAMPLES.storeFailed), 'error')
}

test.each([IDLE, inError(), awaitingLlm(), requesting(), executing(), cancelling()])(
  '$type stays as it is when settings change or a session opens, and says only the session on record',
  (state) => {
    const changed = take(state, SAMPLES.settingsChanged)
    expect(changed).toEqual({ type: 'moved', state, messages: [], lifecycle: [], effects: [] })
    const opened = take(state, SAMPLES.sessionOpened)
    expect(opened).toEqual({ ...changed, lifecycle: [{ type: 'sessionStarted' }] })
  },
)

test('a session that was never closed is closed on record as lost, ahead of the next', () => {
  const context = SAMPLES.sessionOpened.type === 'sessionOpened' && SAMPLES.sessionOpened.context
  if (context === false) throw new Error('no context')
  const opened = take(IDLE, { type: 'sessionOpened', context, unclosed: true })
  expect(opened.lifecycle).toEqual([
    { type: 'sessionEnded', reason: 'lost' },
    { type: 'sessionStarted' },
  ])
})

test.each(['closed', 'shutdown'] as const)('a session that ends at rest says why: %s', (reason) => {
  for (const state of [IDLE, inError()]) {
    expect(take(state, { type: 'sessionClosed', reason })).toEqual({
      type: 'moved',
      state,
      messages: [],
      lifecycle: [{ type: 'sessionEnded', reason }],
      effects: [],
    })
  }
})
