import { expect, test } from 'vitest'
import { IDLE, type StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { DEFAULT_CAPS, type Context } from '../machine/context.ts'
import type { InputOf } from '../machine/event.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import { testContext } from '../testing/test-context.ts'
import {
  AT,
  awaitingLlm,
  enveloped,
  failureOf,
  fired,
  inState,
  MESSAGE,
  recorded,
  replyTo,
  requesting,
  wordsIn,
  SAMPLES,
  take,
} from '../testing/test-steps.ts'
import { transition } from '../transition.ts'

// covers D-14
test('a message starts a turn, is stored under its own id, and the model is asked at once', () => {
  const attachment = testAttachment('a.png')
  const moved = take(IDLE, { ...MESSAGE, attachments: [attachment] } as InputOf<'userMessage'>)
  const state = inState(moved, 'awaitingLlm')
  const { original, copy } = attachment
  const { id: turnId } = state.turn
  expect(moved.messages).toMatchObject([{ id: 'm', content: { text: 'Go', author: 'person' } }])
  expect(moved.lifecycle).toEqual([
    { type: 'fileAttached', messageId: 'm', original, copy },
    { type: 'turnStarted', turnId, trigger: 'message', goal: 'reply', unfinished: null },
  ])
  expect(moved.effects).toEqual([{ type: 'startTimer', timerId: state.timerId, afterMs: 0 }])
  expect(state).toMatchObject({ reason: 'userMessage', dueAt: AT, turn: { requests: 0 } })
})

// covers D-24
test('its timer sends one request, with a timer longer than the deadline of the request itself', () => {
  const waiting = awaitingLlm()
  const moved = take(waiting, fired(waiting.timerId))
  const { phase, turn, attempt } = inState(moved, 'llmRequesting')
  const { primary } = testContext()
  const limitMs = primary.timeouts.requestMs + 5_000
  if (phase.type !== 'connecting') throw new Error('not connecting')
  const { requestId, timerId } = phase
  expect({ attempt, requests: turn.requests }).toEqual({ attempt: 1, requests: 1 })
  expect(phase).toMatchObject({ since: AT, deadline: AT + limitMs })
  expect(moved.effects).toEqual([
    {
      type: 'requestModel',
      requestId,
      purpose: 'reply',
      goal: 'reply',
      throughSeq: null,
      focus: null,
      provider: primary,
      withTools: true,
      settings: turn.settings,
    },
    { type: 'startTimer', timerId, afterMs: limitMs },
  ])
})

const SECOND: Provider = { ...testContext().primary, model: 'claude-second' }

test.each([
  ['primary', SECOND, testContext().primary],
  ['primary', null, testContext().primary],
  ['fallback', SECOND, SECOND],
  ['fallback', null, testContext().primary],
] as const)('a turn with its %s provider asks that provider', (provider, fallback, asked) => {
  const waiting = awaitingLlm()
  const settings = { ...waiting.turn.settings, fallback }
  const state = { ...waiting, turn: { ...waiting.turn, provider, settings } }
  const [request] = take(state, fired(state.timerId)).effects
  expect(request).toMatchObject({ type: 'requestModel', provider: asked })
})

test('settings changed within a turn take effect with the next one', () => {
  const waiting = awaitingLlm()
  const context: Context = { ...testContext(), primary: SECOND }
  const [request] = take(waiting, fired(waiting.timerId), {}, context).effects
  expect(request).toMatchObject({ provider: testContext().primary })
})

test('a turn ends after its last allowed request, says so, and can be continued', () => {
  const context = { ...testContext(), caps: { ...DEFAULT_CAPS, requestsPerTurn: 2 } }
  const waiting = awaitingLlm()
  const after = (requests: number) => {
    const state = { ...waiting, turn: { ...waiting.turn, requests } }
    return take(state, fired(state.timerId), {}, context)
  }
  expect(after(1).state.type).toBe('llmRequesting')
  const ended = after(2)
  expect(ended.state).toMatchObject({ type: 'idle', unfinished: { cause: 'limit' } })
  expect(wordsIn(ended)).toEqual([
    'system: Stopped at the limit of 2 requests in one turn. Press Continue to go on from here. You can change this limit in Settings, under Limits.',
  ])
  expect(ended.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'turnLimit' }])
  expect(ended.effects).toEqual([])
})

test('the first byte of the awaited request is noticed once', () => {
  const state = requesting()
  const { requestId } = state.phase
  const streaming = take(state, { type: 'llmStreamStarted', requestId }, { at: AT + 5 }).state
  expect(streaming).toMatchObject({ phase: { type: 'streaming', requestId, since: AT + 5 } })
  const again = enveloped({ type: 'llmStreamStarted', requestId })
  expect(transition(streaming, testContext(), again)).toEqual({ type: 'refused', reason: 'stale' })
})

// covers D-16
test('a reply ends the turn, stops the timer of its request and says how long it took', () => {
  const state = requesting()
  const reply = { ...replyTo(state.phase.requestId, [], 'endTurn') } as InputOf<'llmResponded'>
  const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }
  const text = [{ type: 'text', text: 'Hello' }] as const
  const spent = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 40 }
  const before = { ...state, turn: { ...state.turn, usage: spent } }
  const moved = take(before, { ...reply, blocks: text, usage }, { at: AT + 700 })
  expect(moved.state).toEqual(IDLE)
  expect(moved.effects).toEqual([{ type: 'stopTimer', timerId: state.phase.timerId }])
  expect(moved.lifecycle).toEqual([
    {
      type: 'turnCompleted',
      turnId: state.turn.id,
      durationMs: 700,
      usage: { inputTokens: 11, outputTokens: 22, cacheReadTokens: 33, cacheWriteTokens: 44 },
    },
  ])
})

function failed(kind: InputOf<'llmFailed'>['kind'], retryAfterMs: number | null = null) {
  const state = requesting()
  const failure = { ...failureOf(state.phase.requestId), kind, retryAfterMs }
  return { state, moved: take(state, failure) }
}

test('REQ-BED-006 a temporary failure waits: the request timer is stopped and the wait timer runs', () => {
  const { state, moved } = failed('network')
  const after = inState(moved, 'llmRequesting')
  expect(after.attempt).toBe(2)
  expect(after.phase).toMatchObject({
    type: 'backoff',
    retryAt: AT + 1_125,
    error: { kind: 'network', message: 'Cut off.' },
  })
  expect(moved.effects).toEqual([
    { type: 'stopTimer', timerId: state.phase.timerId },
    { type: 'startTimer', timerId: after.phase.timerId, afterMs: 1_125 },
  ])
  const asked = inState(take(after, fired(after.phase.timerId)), 'llmRequesting')
  expect(asked).toMatchObject({ attempt: 2, turn: { requests: 2 }, phase: { type: 'connecting' } })
})

test('REQ-BED-006 Try now sends the next attempt at once and stops the timer', () => {
  const waiting = inState(failed('overloaded').moved, 'llmRequesting')
  const moved = take(waiting, { type: 'retryRequested' })
  const due = inState(moved, 'llmRequesting')
  expect(moved.effects).toEqual([
    { type: 'stopTimer', timerId: waiting.phase.timerId },
    { type: 'startTimer', timerId: due.phase.timerId, afterMs: 0 },
  ])
  const sent = take(due, fired(due.phase.timerId))
  const asked = inState(sent, 'llmRequesting')
  expect(asked).toMatchObject({ attempt: 2, turn: { requests: 2 }, phase: { type: 'connecting' } })
  expect(sent.effects).toMatchObject([{ type: 'requestModel' }, { type: 'startTimer' }])
  expect([...moved.messages, ...sent.messages]).toEqual([])
})

// covers D-17
test('while it waits for the next attempt, every report of a request is stale', () => {
  const backoff = failed('network').moved.state
  for (const type of ['llmResponded', 'llmFailed', 'llmStreamStarted'] as const) {
    const step = transition(backoff, testContext(), enveloped(SAMPLES[type]))
    expect(step).toEqual({ type: 'refused', reason: 'stale' })
  }
})

test('the third failure is the last, and says how many attempts there were', () => {
  const { state } = failed('network')
  const last: StateOf<'llmRequesting'> = { ...state, attempt: 3 }
  const moved = take(last, failureOf(state.phase.requestId))
  expect(wordsIn(moved)).toEqual(['error: Cut off. Tried 3 times.'])
  expect(recorded(moved)).toEqual(['turnFailed'])
  expect(moved.state).toMatchObject({ type: 'error', kind: 'network', retryAt: null })
})

test('a permanent failure is shown as it is; a long rate limit says when Retry is worth it', () => {
  const auth = failed('auth', 5).moved
  expect(wordsIn(auth)).toEqual(['error: Cut off.'])
  expect(auth.state).toMatchObject({ type: 'error', kind: 'auth', retryAt: null })
  const limited = failed('rateLimit', 3_600_000).moved
  expect(limited.state).toMatchObject({ kind: 'rateLimit', retryAt: AT + 3_600_000 })
})

test('an abort that nobody requested is an internal error', () => {
  expect(failed('aborted').moved.state).toMatchObject({ type: 'error', kind: 'internal' })
})

test('T15 a request that does not end is stopped by its timer and retried', () => {
  const state = requesting()
  const { requestId, timerId } = state.phase
  const moved = take(state, fired(timerId))
  expect(moved.effects[0]).toEqual({ type: 'stopWork', workIds: [requestId], reason: 'timeout' })
  expect(moved.state).toMatchObject({
    phase: {
      type: 'backoff',
      error: {
        kind: 'timeout',
        message: 'The model did not finish its answer in time.',
      },
    },
  })
})

test.each([
  ['cancelRequested', 'user', 'userCancel'],
  ['shutdownRequested', 'shutdown', 'shutdown'],
] as const)(
  'REQ-BED-005 %s stops the request for its reason and can be continued',
  (type, reason, cause) => {
    const state = requesting()
    const { requestId, timerId } = state.phase
    const moved = take(state, SAMPLES[type])
    expect(moved).toMatchObject({
      state: { type: 'idle', unfinished: { turnId: state.turn.id, cause } },
      lifecycle: [{ type: 'turnInterrupted', turnId: state.turn.id, reason: cause }],
      effects: [
        { type: 'stopWork', workIds: [requestId], reason },
        { type: 'stopTimer', timerId },
      ],
    })
    const waiting = awaitingLlm()
    expect(take(waiting, SAMPLES[type])).toMatchObject({
      state: { unfinished: { cause } },
      effects: [{ type: 'stopTimer', timerId: waiting.timerId }],
    })
  },
)

test.each([
  ['full', 'The disk is full'],
  ['readOnly', 'The data folder cannot be written to'],
  ['io', 'Writing to the data folder failed'],
] as const)('a store that fails (%s) ends the turn and stops all work', (fault, words) => {
  const waiting = awaitingLlm()
  const state = requesting()
  const { requestId, timerId } = state.phase
  for (const before of [waiting, state]) {
    const moved = take(before, { type: 'storeFailed', fault })
    expect(moved.state).toMatchObject({ type: 'error', kind: 'storage' })
    expect(wordsIn(moved)).toEqual([expect.stringContaining(words)])
    expect(recorded(moved)).toEqual(['turnFailed'])
  }
  expect(take(state, { type: 'storeFailed', fault }).effects).toEqual([
    { type: 'stopWork', workIds: [requestId], reason: 'storage' },
    { type: 'stopTimer', timerId },
  ])
  expect(take(waiting, { type: 'storeFailed', fault }).effects).toEqual([
    { type: 'stopTimer', timerId: waiting.timerId },
  ])
})

test('work lost without a report ends the turn, and the rest of it is stopped', () => {
  const state = requesting()
  const { requestId, timerId } = state.phase
  const moved = take(state, { type: 'workLost', workId: requestId })
  expect(moved.state).toMatchObject({ type: 'error', kind: 'internal' })
  expect(moved.effects).toEqual([
    { type: 'stopWork', workIds: [requestId], reason: 'internal' },
    { type: 'stopTimer', timerId },
  ])
  const waiting = awaitingLlm()
  const lost = take(waiting, { type: 'workLost', workId: waiting.timerId })
  expect(lost.state).toMatchObject({ type: 'error', kind: 'internal' })
})

test('Continue and Retry each begin a turn', () => {
  const turnId = 'turn' as TurnId
  const rested = { type: 'idle', unfinished: { turnId, cause: 'userCancel' } } as const
  const continued = take(rested, SAMPLES.continueRequested)
  expect(continued).toMatchObject({
    messages: [],
    lifecycle: [{ type: 'turnStarted', trigger: 'continue' }],
    state: { type: 'awaitingLlm', reason: 'continue' },
  })
  const error = take(awaitingLlm(), SAMPLES.storeFailed).state
  expect(take(error, SAMPLES.retryRequested)).toMatchObject({
    messages: [],
    lifecycle: [{ type: 'turnStarted', trigger: 'retry' }],
    state: { type: 'awaitingLlm', reason: 'retry' },
  })
})
