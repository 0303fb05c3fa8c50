import { expect, test } from 'vitest'
import type { CallFacts, InputOf } from '../machine/event.ts'
import { DEFAULT_CAPS } from '../machine/context.ts'
import { testContext } from '../testing/test-context.ts'
import {
  AT,
  executing,
  finished,
  fired,
  inState,
  recorded,
  replyTo,
  requesting,
  RUNS,
  wordsIn,
  SAMPLES,
  take,
} from '../testing/test-steps.ts'
import { fileChange } from '../testing/test-messages.ts'

const UNKNOWN = { type: 'unusable', text: 'No such tool.' } as const

function replied(checks: readonly CallFacts['check'][], context = testContext()) {
  const state = requesting()
  return take(state, replyTo(state.phase.requestId, checks), {}, context)
}

// covers D-05 D-25 F-02 F-03 F-04 F-09
test('the first call runs with a timer longer than its limit, and its start is recorded', () => {
  const moved = replied([RUNS, RUNS])
  const { current, round, turn } = inState(moved, 'toolExecuting')
  const { call, workId, timerId } = current
  expect(moved.effects.slice(1)).toEqual([
    { type: 'runTool', workId, call, sandboxPolicy: null },
    { type: 'startTimer', timerId, afterMs: 65_000 },
  ])
  expect(moved.lifecycle).toEqual([{ type: 'toolStarted', callId: call.callId, workId }])
  expect(current).toMatchObject({ startedAt: AT, deadline: AT + 65_000 })
  expect(call.callId).toBe(`${round.replyId}.0`)
  expect(round.remaining.map(({ callId }) => callId)).toEqual([`${round.replyId}.1`])
  expect(turn.toolCalls).toBe(1)
})

test('T34 a call that cannot run gets its result when its turn comes, and the next one runs', () => {
  const moved = replied([UNKNOWN, RUNS])
  expect(wordsIn(moved)).toEqual(['agent: 2', 'failed: No such tool.'])
  const state = inState(moved, 'toolExecuting')
  expect(state.round.completed).toHaveLength(1)
  expect(state.current.call.callId).toBe(`${state.round.replyId}.1`)
  const none = replied([UNKNOWN, UNKNOWN])
  expect(wordsIn(none)).toEqual(['agent: 2', 'failed: No such tool.', 'failed: No such tool.'])
  expect(none.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

const CHANGES = { ...RUNS, action: 'change', subject: null } as const
const FETCHES = { ...RUNS, action: 'fetch', subject: 'example.com' } as const
const SANDBOXED = { ...testContext(), isSandboxed: true }

test.each([
  ['a command, read only', RUNS, testContext(), { permissionMode: 'readOnly' }, 'refuse'],
  ['a change, read only', CHANGES, SANDBOXED, { permissionMode: 'readOnly' }, 'refuse'],
  ['a fetch, without network', FETCHES, testContext(), { network: false }, 'refuse'],
  ['a command, ask first', RUNS, SANDBOXED, { permissionMode: 'ask' }, 'ask'],
  ['a change, ask first', CHANGES, testContext(), { permissionMode: 'ask' }, 'ask'],
  ['a fetch, ask first', FETCHES, testContext(), { permissionMode: 'ask' }, 'ask'],
  ['a command in a sandbox, read only', RUNS, SANDBOXED, { permissionMode: 'readOnly' }, 'run'],
  ['a change, edits accepted', CHANGES, SANDBOXED, { permissionMode: 'acceptEdits' }, 'run'],
] as const)('a permission withdrawn during a round holds for its next call: %s', (...row) => {
  const [, check, context, change, expected] = row
  const first = inState(replied([RUNS, check], context), 'toolExecuting')
  const moved = take(first, finished(first.current.workId), {}, { ...context, ...change })
  const came = { refuse: 'awaitingLlm', ask: 'awaitingApproval', run: 'toolExecuting' } as const
  expect(moved.state.type).toBe(came[expected])
  expect(moved.effects.some(({ type }) => type === 'runTool')).toBe(expected === 'run')
})

test('a call that a person allowed is not asked about again, but not made in a read-only conversation', () => {
  const context = { ...testContext(), permissionMode: 'ask' } as const
  const asked = inState(replied([RUNS, RUNS], context), 'awaitingApproval')
  const callIds = asked.round.remaining.map(({ callId }) => callId)
  const once = { type: 'approvalAnswered', callIds, answer: { type: 'once' } } as const
  const first = inState(take(asked, once, {}, context), 'toolExecuting')
  const result = finished(first.current.workId)
  expect(take(first, result, {}, context).state.type).toBe('toolExecuting')
  const readOnly = { ...context, permissionMode: 'readOnly' } as const
  expect(take(first, result, {}, readOnly).state.type).toBe('awaitingLlm')
})

test('a call that a person allowed in a read-only conversation never gets a writable folder', () => {
  const reading = { ...SANDBOXED, permissionMode: 'readOnly' } as const
  const leaving = { ...RUNS, action: 'read', reach: 'outside' } as const
  const asked = inState(replied([leaving, leaving], reading), 'awaitingApproval')
  const callIds = asked.round.remaining.map(({ callId }) => callId)
  const once = { type: 'approvalAnswered', callIds, answer: { type: 'once' } } as const
  const first = inState(take(asked, once, {}, reading), 'toolExecuting')
  const { effects } = take(first, finished(first.current.workId), {}, SANDBOXED)
  const policy = { folder: 'readOnly', network: true }
  expect(effects.find(({ type }) => type === 'runTool')).toMatchObject({ sandboxPolicy: policy })
})

test('a reply makes calls up to its limit and no more', () => {
  const context = { ...testContext(), caps: { ...DEFAULT_CAPS, callsPerReply: 2 } }
  const { current, round } = inState(replied([RUNS, RUNS, RUNS], context), 'toolExecuting')
  expect([current.call, ...round.remaining].map(({ verdict }) => verdict)).toEqual([
    { type: 'run', limitMs: 60_000, isApproved: false, mayWrite: true, editedTo: null },
    { type: 'run', limitMs: 60_000, isApproved: false, mayWrite: true, editedTo: null },
    {
      type: 'refuse',
      text: 'Not run: a reply can make at most 2 tool calls.',
      outcome: 'failed',
    },
  ])
})

test.each([
  ['ok', 'ok'],
  ['failed', 'failed'],
  ['timedOut', 'timedOut'],
  ['aborted', 'cancelled'],
] as const)(
  'for a tool that ends as %s the result %s is stored, and the next call runs',
  (outcome, stored) => {
    const state = executing(2)
    const { workId, timerId, call } = state.current
    const report = {
      ...finished(workId),
      outcome,
      files: [fileChange('a.ts')],
    } as InputOf<'toolFinished'>
    const moved = take(state, report, { at: AT + 40 })
    const after = inState(moved, 'toolExecuting')
    const [message] = moved.messages
    expect(message?.content).toEqual({
      type: 'tool',
      callId: call.callId,
      outcome: stored,
      content: [{ type: 'text', text: 'done' }],
      durationMs: 40,
      summary: 'exit 0',
      files: report.files,
    })
    const cameTo = { call: call.digest, result: report.digest }
    expect(after.round.completed).toEqual([{ callId: call.callId, messageId: message?.id, cameTo }])
    expect(after.turn.toolCalls).toBe(2)
    expect(moved.effects).toEqual([
      { type: 'stopTimer', timerId },
      {
        type: 'runTool',
        workId: after.current.workId,
        call: after.current.call,
        sandboxPolicy: null,
      },
      { type: 'startTimer', timerId: after.current.timerId, afterMs: 65_000 },
    ])
  },
)

test('after the last result the model is asked with the results', () => {
  const state = executing(1)
  const moved = take(state, finished(state.current.workId))
  expect(moved.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

// covers D-34 D-35
test.each([
  ['cancelRequested', 'Cancelled by user', 'user', 'userCancel'],
  ['shutdownRequested', 'Cancelled: Phoenix was closed', 'shutdown', 'shutdown'],
] as const)(
  'REQ-BED-005 %s gives every open call its result at once',
  (type, words, reason, cause) => {
    const state = executing(3)
    const { workId, timerId } = state.current
    const moved = take(state, SAMPLES[type], { at: AT + 40, printed: 'half' })
    expect(wordsIn(moved)).toEqual([
      `cancelled: ${words}\n\nIt had printed:\nhalf`,
      'skipped: Skipped due to cancellation',
      'skipped: Skipped due to cancellation',
    ])
    expect(moved.messages[0]?.content).toMatchObject({ durationMs: 40 })
    expect(moved.lifecycle).toEqual([
      { type: 'turnInterrupted', turnId: state.turn.id, reason: cause, by: null },
    ])
    const after = inState(moved, 'cancelling')
    expect(after).toMatchObject({
      turnId: state.turn.id,
      waitingFor: [{ workId, what: 'make all' }],
      deadline: AT + 40 + 500,
      then: { type: 'rest', state: { unfinished: { turnId: state.turn.id, cause } } },
    })
    expect(moved.effects).toEqual([
      { type: 'stopWork', workIds: [workId], reason },
      { type: 'stopTimer', timerId },
      { type: 'startTimer', timerId: after.timerId, afterMs: 500 },
    ])
  },
)

test('a call without output has only the sentence', () => {
  expect(wordsIn(take(executing(1), SAMPLES.cancelRequested))).toEqual([
    'cancelled: Cancelled by user',
  ])
})

test('T15 an unresponsive tool is ended before the round continues', () => {
  const state = executing(2)
  const { workId, timerId } = state.current
  const moved = take(state, fired(timerId))
  expect(wordsIn(moved)).toEqual([
    'timedOut: The tool did not answer within its time limit.',
    'notRun: Not run: the call before it did not answer.',
  ])
  const after = inState(moved, 'cancelling')
  expect(after.then).toEqual({ type: 'round', turn: state.turn })
  expect(recorded(moved)).toEqual([])
  expect(moved.effects).toEqual([
    { type: 'stopWork', workIds: [workId], reason: 'timeout' },
    { type: 'stopTimer', timerId },
    { type: 'startTimer', timerId: after.timerId, afterMs: 500 },
  ])
})

test('a result that cannot be stored ends the turn: the effect of its call is unknown', () => {
  const state = executing(2)
  const { workId, timerId } = state.current
  const moved = take(state, SAMPLES.storeFailed)
  expect(wordsIn(moved).slice(0, 2)).toEqual([
    'unknown: Its result could not be stored; its effect is unknown.',
    'notRun: Not run.',
  ])
  expect(recorded(moved)).toEqual(['turnFailed'])
  expect(moved.state).toMatchObject({ type: 'error', kind: 'storage' })
  expect(moved.effects).toEqual([
    { type: 'stopWork', workIds: [workId], reason: 'storage' },
    { type: 'stopTimer', timerId },
  ])
})

test('a call lost without a report ends the turn and closes its round', () => {
  const state = executing(2)
  const { workId, timerId } = state.current
  for (const lost of [workId, timerId]) {
    const moved = take(state, { type: 'workLost', workId: lost })
    expect(wordsIn(moved).slice(0, 2)).toEqual([
      'unknown: Phoenix lost track of this call; its effect is unknown.',
      'notRun: Not run.',
    ])
    expect(moved.state).toMatchObject({ type: 'error', kind: 'internal' })
    expect(moved.effects).toEqual([
      { type: 'stopWork', workIds: [workId], reason: 'internal' },
      { type: 'stopTimer', timerId },
    ])
  }
})
