import { expect, test } from 'vitest'
import {
  type ConversationState,
  IDLE,
  type StateOf,
} from '../../shared/conversation/conversation-state.ts'
import type { TurnId } from '../../shared/ids.ts'
import { childOf } from './testing/arbitrary-parts.ts'
import { testContext } from './testing/test-context.ts'
import {
  answersOf,
  asking,
  awaitingLlm,
  cancelling,
  cancellingForRound,
  delegating,
  executing,
  inState,
  questioning,
  requesting,
  wordsIn,
  SAMPLES,
  take,
} from './testing/test-steps.ts'

/** What every state answers alike: reports of what it does not wait for, and what is only of use at rest. */
const STALE = {
  timerFired: 'stale',
  llmStreamStarted: 'stale',
  llmResponded: 'stale',
  llmFailed: 'stale',
  toolAsked: 'stale',
  questionWithdrawn: 'stale',
  toolFinished: 'stale',
  approvalAnswered: 'stale',
  questionAnswered: 'stale',
  childChanged: 'stale',
  workLost: 'stale',
}
const BUSY = {
  ...STALE,
  userMessage: 'busy',
  continueRequested: 'nothingToDo',
  retryRequested: 'nothingToDo',
  compactRequested: 'nothingToDo',
  turnExtended: 'stale',
  attachmentsDropped: 'busy',
  rewound: 'busy',
  forked: 'busy',
  sessionClosed: 'busy',
  recovered: '-> idle',
  storeFailed: '-> error',
}

function staysFor(state: ConversationState): Readonly<Record<string, string>> {
  const same = `-> ${state.type}`
  return { settingsChanged: same, editsUndone: same, hooksAnswered: same, sessionOpened: same }
}

// covers D-02
test('idle takes messages and settings, and has nothing to stop, retry or continue', () => {
  expect(answersOf(IDLE)).toEqual({
    ...STALE,
    ...staysFor(IDLE),
    userMessage: '-> awaitingLlm',
    cancelRequested: 'nothingToDo',
    continueRequested: 'nothingToDo',
    retryRequested: 'nothingToDo',
    compactRequested: '-> awaitingLlm',
    turnExtended: 'stale',
    forked: '-> idle',
    attachmentsDropped: '-> idle',
    rewound: '-> idle',
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
    compactRequested: '-> awaitingLlm',
    turnExtended: 'stale',
    attachmentsDropped: '-> error',
    rewound: '-> idle',
    forked: 'nothingToDo',
    shutdownRequested: 'nothingToDo',
    sessionClosed: '-> error',
    recovered: '-> idle',
    storeFailed: 'nothingToDo',
  })
})

test.each([awaitingLlm(), requesting(), asking(), questioning()])(
  'a cancel or quitting takes $type to idle',
  (state) => {
    expect(answersOf(state)).toEqual({
      ...BUSY,
      ...staysFor(state),
      cancelRequested: '-> idle',
      shutdownRequested: '-> idle',
    })
  },
)

test.each([executing(), delegating()])('$type ends through cancelling', (state) => {
  expect(answersOf(state)).toEqual({
    ...BUSY,
    ...staysFor(state),
    cancelRequested: '-> cancelling',
    shutdownRequested: '-> cancelling',
  })
})

const EXHAUSTED: StateOf<'contextExhausted'> = {
  type: 'contextExhausted',
  turnId: 'turn' as TurnId,
  choices: ['compact', 'largerModel', 'dropAttachments', 'fork', 'edit', 'retry'],
}

test('contextExhausted refuses messages until a compaction, dropped images, a rewind or a retry frees room', () => {
  expect(answersOf(EXHAUSTED)).toEqual({
    ...STALE,
    ...staysFor(EXHAUSTED),
    forked: 'nothingToDo',
    userMessage: 'contextFull',
    cancelRequested: 'nothingToDo',
    continueRequested: 'nothingToDo',
    retryRequested: '-> awaitingLlm',
    compactRequested: '-> awaitingLlm',
    turnExtended: 'stale',
    attachmentsDropped: '-> idle',
    rewound: '-> idle',
    shutdownRequested: 'nothingToDo',
    sessionClosed: '-> contextExhausted',
    recovered: '-> idle',
    storeFailed: 'nothingToDo',
  })
})

const COMPLETED: StateOf<'completed'> = { type: 'completed', result: 'done' }
const FAILED: StateOf<'failed'> = {
  type: 'failed',
  reason: 'network',
  message: 'Cut off.',
  lastReplyId: null,
}
const CHILD = childOf(testContext())

// covers D-68
test.each([COMPLETED, FAILED])('no event leaves $type', (state) => {
  expect(answersOf(state, CHILD)).toEqual({
    ...STALE,
    ...staysFor(state),
    userMessage: 'ended',
    cancelRequested: 'nothingToDo',
    continueRequested: 'nothingToDo',
    retryRequested: 'nothingToDo',
    compactRequested: 'nothingToDo',
    turnExtended: 'stale',
    attachmentsDropped: 'nothingToDo',
    rewound: 'nothingToDo',
    forked: 'nothingToDo',
    shutdownRequested: 'nothingToDo',
    sessionClosed: `-> ${state.type}`,
    recovered: 'nothingToDo',
    storeFailed: 'nothingToDo',
  })
})

test('cancelling refuses a message with its own reason, and a second cancel does nothing', () => {
  expect(answersOf(cancelling())).toEqual({
    ...BUSY,
    ...staysFor(cancelling()),
    userMessage: 'cancelling',
    cancelRequested: 'nothingToDo',
    shutdownRequested: 'nothingToDo',
  })
})

test('cancelling that resumes the round can still be cancelled', () => {
  expect(answersOf(cancellingForRound())).toMatchObject({
    cancelRequested: '-> cancelling',
    shutdownRequested: '-> cancelling',
  })
})

function inError(): StateOf<'error'> {
  return inState(take(awaitingLlm(), SAMPLES.storeFailed), 'error')
}

const EVERYWHERE = [
  IDLE,
  inError(),
  EXHAUSTED,
  COMPLETED,
  FAILED,
  awaitingLlm(),
  requesting(),
  asking(),
  executing(),
  delegating(),
  cancelling(),
]

test.each(EVERYWHERE)(
  '$type does not change when settings change or a session opens; it only records them',
  (state) => {
    const still = { type: 'moved', state, messages: [], children: [], rules: [], effects: [] }
    const change = { systemPrompt: 'Be long.' }
    expect(take(state, { type: 'settingsChanged', change })).toEqual({
      ...still,
      lifecycle: [{ type: 'settingsChanged', change }],
    })
    const context = testContext()
    const started = { type: 'sessionStarted', context }
    expect(take(state, { type: 'sessionOpened', context, unclosed: false })).toEqual({
      ...still,
      lifecycle: [started],
    })
    // A session that was never closed is closed on record as lost, ahead of the next.
    expect(take(state, { type: 'sessionOpened', context, unclosed: true })).toEqual({
      ...still,
      lifecycle: [{ type: 'sessionEnded', reason: 'lost' }, started],
    })
  },
)

test.each(EVERYWHERE)('an undo is recorded in $type, which continues unchanged', (state) => {
  const step = take(state, SAMPLES.editsUndone)
  const heard = state.type === 'llmRequesting' ? 'afterReply' : 'next'
  expect(wordsIn(step)).toEqual([`undo ${heard}: a.ts`])
  expect(step).toMatchObject({ state, lifecycle: [], children: [], rules: [], effects: [] })
})

test('dropping images is recorded at rest, and leads out of contextExhausted like a larger model does', () => {
  for (const state of [IDLE, inError()]) {
    const step = take(state, SAMPLES.attachmentsDropped)
    expect(wordsIn(step)).toEqual(['attachmentsDropped'])
    expect(step).toMatchObject({ state, lifecycle: [], children: [], rules: [], effects: [] })
  }
  const step = take(EXHAUSTED, SAMPLES.attachmentsDropped)
  expect(wordsIn(step)).toEqual(['attachmentsDropped'])
  const unfinished = { turnId: EXHAUSTED.turnId, cause: 'contextExhausted' }
  expect(step).toMatchObject({ state: { type: 'idle', unfinished }, lifecycle: [], effects: [] })
})

test('a rewind is recorded at rest, and leaves nothing unfinished', () => {
  const unfinished = { turnId: 'turn' as TurnId, cause: 'userCancel' } as const
  for (const state of [IDLE, { ...IDLE, unfinished }, inError(), EXHAUSTED]) {
    const step = take(state, { type: 'rewound', fromSeq: 3 })
    expect(wordsIn(step)).toEqual(['rewound from 3'])
    expect(step).toMatchObject({ state: IDLE, lifecycle: [], children: [], rules: [], effects: [] })
  }
})

test('a fork begins with the summary of the other conversation', () => {
  const step = take(IDLE, SAMPLES.forked)
  expect(wordsIn(step)).toEqual(['summary: So far.'])
  expect(step).toMatchObject({ state: IDLE, lifecycle: [], children: [], rules: [], effects: [] })
})

test('between two attempts no request is in flight, so the next one can report an undo', () => {
  const asked = requesting()
  const { requestId } = asked.phase
  const failure = {
    type: 'llmFailed',
    requestId,
    kind: 'network',
    detail: 'x',
    repairs: [],
  } as const
  const failed = take(asked, { ...failure, retryAfterMs: null })
  const waiting = inState(failed, 'llmRequesting')
  expect(waiting.phase.type).toBe('backoff')
  expect(wordsIn(take(waiting, SAMPLES.editsUndone))).toEqual(['undo next: a.ts'])
})

test.each(['closed', 'shutdown'] as const)('a session that ends at rest says why: %s', (reason) => {
  for (const state of [IDLE, inError(), EXHAUSTED, COMPLETED, FAILED]) {
    expect(take(state, { type: 'sessionClosed', reason })).toEqual({
      type: 'moved',
      state,
      messages: [],
      lifecycle: [{ type: 'sessionEnded', reason }],
      children: [],
      rules: [],
      effects: [],
    })
  }
})
