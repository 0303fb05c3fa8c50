import fc, { type Arbitrary } from 'fast-check'
import { type Block, NO_USAGE } from '../../shared/content.ts'
import type { ConversationState, StateOf } from '../../shared/conversation-state.ts'
import type { Call, Turn } from '../../shared/turn.ts'
import type { CallId, EventId, MessageId, TimerId, TurnId, WorkId } from '../../shared/ids.ts'
import { ErrorKind, ReplyEnd } from '../../shared/message.ts'
import type { Context } from './context.ts'
import type { CallFacts, ConversationEvent, Envelope, Input, InputOf } from './event.ts'
import { testAttachment } from './test-attachment.ts'
import { testContext } from './test-context.ts'
import { callIdOf } from '../../shared/call-id.ts'

/** Generators for tests, keyed by the unions: a new state or event without one does not compile. */
const at = fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 })
/** Few ids, so that matching and stale ones both come up. */
const timerId = fc.constantFrom('t1', 't2', 't3').map((id) => id as TimerId)
const workId = fc.constantFrom('w1', 'w2', 'w3').map((id) => id as WorkId)
const turnId = fc.constantFrom('turn1', 'turn2').map((id) => id as TurnId)
const text = fc.oneof(
  fc.constant(''),
  fc.constant('  '),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const errorKind = fc.constantFrom(...ErrorKind.options)
const cause = fc.constantFrom('userCancel', 'restart', 'shutdown', 'cutReply', 'limit', 'error')
const unfinished = fc.record({ turnId, cause })

export const anyContext: Arbitrary<Context> = fc.constant(testContext())

const turn: Arbitrary<Turn> = fc.record({
  id: turnId,
  startedAt: at,
  trigger: fc.constantFrom('message', 'continue', 'retry'),
  goal: fc.constant('reply'),
  settings: anyContext.map(({ primary, fallback, timeouts, systemPrompt }) => {
    return { primary, fallback, timeouts, systemPrompt }
  }),
  provider: fc.constant('primary'),
  requests: fc.constantFrom(0, 1, 199, 200),
  toolCalls: fc.nat(100),
  usage: fc.constant(NO_USAGE),
  continuations: fc.integer({ min: 0, max: 3 }),
  compactionFailures: fc.constant(0),
  repairs: fc.constant([]),
  repeated: fc.constant(null),
})

const object = fc.dictionary(fc.constantFrom('command', 'thought'), text)
const input: Arbitrary<Call['input']> = fc.oneof(
  object.map((value) => ({ type: 'object' as const, value })),
  text.map((unparsed) => ({ type: 'unparsed' as const, text: unparsed })),
)
const verdict: Arbitrary<Call['verdict']> = fc.oneof(
  fc.constant({ type: 'run' as const, limitMs: 60_000 }),
  fc.constant({ type: 'refuse' as const, text: 'No such tool.' }),
)
const name = fc.constantFrom('bash', 'think')

function callsOf(replyId: MessageId): Arbitrary<readonly Call[]> {
  return fc
    .array(fc.record({ name, input, digest: fc.constant('d'), verdict }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((calls) => calls.map((call, index) => ({ ...call, callId: callIdOf(replyId, index) })))
}

const executing: Arbitrary<StateOf<'toolExecuting'>> = fc
  .record({
    turn,
    calls: callsOf('reply' as MessageId),
    done: fc.nat(3),
    workId,
    timerId,
    startedAt: at,
  })
  .map(({ turn: each, calls, done, startedAt, ...ids }) => {
    const index = Math.min(done, calls.length - 1)
    const call = calls[index]
    if (call === undefined) throw new Error('a round has a call')
    const completed = calls.slice(0, index).map(({ callId }) => {
      return { callId, messageId: `result ${callId}` as MessageId }
    })
    const round = { replyId: 'reply' as MessageId, completed, remaining: calls.slice(index + 1) }
    const current = { call, ...ids, startedAt, deadline: startedAt + 65_000 }
    return { type: 'toolExecuting', turn: each, round, current }
  })

const phase: Arbitrary<StateOf<'llmRequesting'>['phase']> = fc.oneof(
  fc.record({
    type: fc.constantFrom('connecting', 'streaming'),
    requestId: workId,
    timerId,
    deadline: at,
    since: at,
  }),
  fc.record({
    type: fc.constant('backoff' as const),
    timerId,
    retryAt: at,
    error: fc.record({ kind: errorKind, message: text }),
  }),
)

const states: { readonly [Type in ConversationState['type']]: Arbitrary<StateOf<Type>> } = {
  idle: fc.record({ type: fc.constant('idle'), unfinished: fc.option(unfinished) }),
  awaitingLlm: fc.record({
    type: fc.constant('awaitingLlm'),
    turn,
    purpose: fc.constant('reply'),
    reason: fc.constantFrom('userMessage', 'toolResults', 'continue', 'retry'),
    timerId,
    dueAt: at,
    maxDueAt: at,
  }),
  llmRequesting: fc.record({
    type: fc.constant('llmRequesting'),
    turn,
    purpose: fc.constant('reply'),
    attempt: fc.integer({ min: 1, max: 3 }),
    phase,
  }),
  toolExecuting: executing,
  cancelling: fc
    .record({
      type: fc.constant('cancelling' as const),
      waitingFor: fc.uniqueArray(workId, { minLength: 1, maxLength: 2 }),
      timerId,
      deadline: at,
      turn,
      unfinished,
      isRest: fc.boolean(),
    })
    .map(({ waitingFor, turn: each, unfinished: left, isRest, ...rest }) => ({
      ...rest,
      turnId: each.id,
      waitingFor: waitingFor.map((id) => ({ workId: id, what: 'bash: sleep 9' })),
      then: isRest ? { type: 'rest', unfinished: left } : { type: 'round', turn: each },
    })),
  error: fc.record({
    type: fc.constant('error'),
    turnId,
    kind: errorKind,
    message: text,
    retryAt: fc.option(at),
    resume: fc.constant('reply'),
  }),
}

export function anyStateOf<Type extends ConversationState['type']>(
  ...types: readonly Type[]
): Arbitrary<StateOf<Type>> {
  return fc.oneof(...types.map((type) => states[type])) as Arbitrary<StateOf<Type>>
}

export const anyBusyState = anyStateOf(
  'awaitingLlm',
  'llmRequesting',
  'toolExecuting',
  'cancelling',
)
export const anyState: Arbitrary<ConversationState> = fc.oneof(...Object.values(states))

const block: Arbitrary<Block> = fc.oneof(
  text.map((each) => ({ type: 'text' as const, text: each })),
  fc.record({ type: fc.constant('thinking'), text, signature: fc.option(fc.constant('sig')) }),
  fc.record({
    type: fc.constant('toolCall'),
    providerCallId: fc.constantFrom('call_0', 'call_1', ''),
    name,
    input,
  }),
)

/** A reply whose facts belong to its calls, as the tool port gives them. */
const reply = fc.array(block, { maxLength: 5 }).map((blocks) => {
  const calls = blocks.flatMap((each): CallFacts[] => {
    if (each.type !== 'toolCall') return []
    const check = { type: 'runnable', limitMs: 60_000 } as const
    return [{ name: each.name, input: each.input, digest: 'd', check }]
  })
  return { blocks, calls }
})

const inputs: { readonly [Type in Input['type']]: Arbitrary<InputOf<Type>> } = {
  userMessage: fc.record({
    type: fc.constant('userMessage'),
    messageId: fc.uuid().map((id) => id as MessageId),
    text: fc.string({ minLength: 1, maxLength: 20 }).map((each) => `${each}!`),
    attachments: fc.constantFrom([], [testAttachment('a.png'), testAttachment('b.png')]),
  }),
  cancelRequested: fc.constant({ type: 'cancelRequested', by: 'user' }),
  continueRequested: fc.constant({ type: 'continueRequested' }),
  retryRequested: fc.constant({ type: 'retryRequested' }),
  settingsChanged: fc.constant({ type: 'settingsChanged', change: { systemPrompt: 'new' } }),
  shutdownRequested: fc.constant({ type: 'shutdownRequested' }),
  sessionOpened: anyContext.map((context) => ({ type: 'sessionOpened', context, unclosed: true })),
  sessionClosed: fc.constant({ type: 'sessionClosed', reason: 'closed' }),
  recovered: fc.record({
    type: fc.constant('recovered'),
    openTurn: fc.option(turnId),
    rested: fc.option(unfinished),
    openCalls: fc.array(
      fc.record({ callId: fc.uuid().map((id) => id as CallId), started: fc.boolean() }),
      { maxLength: 3 },
    ),
  }),
  timerFired: fc.record({ type: fc.constant('timerFired'), timerId }),
  llmStreamStarted: fc.record({ type: fc.constant('llmStreamStarted'), requestId: workId }),
  llmResponded: fc
    .record({
      type: fc.constant('llmResponded' as const),
      requestId: workId,
      reply,
      end: fc.constantFrom(...ReplyEnd.options),
      usage: fc.constant(NO_USAGE),
      follows: fc.constantFrom('message', 'results'),
    })
    .map(({ reply: each, ...rest }) => ({ ...rest, ...each })),
  llmFailed: fc.record({
    type: fc.constant('llmFailed'),
    requestId: workId,
    kind: fc.oneof(errorKind, fc.constantFrom('contextFull', 'aborted')),
    detail: text,
    retryAfterMs: fc.option(fc.constantFrom(0, 1_000, 3_600_000)),
  }),
  toolFinished: fc.record({
    type: fc.constant('toolFinished'),
    workId,
    outcome: fc.constantFrom('ok', 'failed', 'timedOut', 'aborted'),
    content: fc.constant([{ type: 'text', text: 'out' }]),
    summary: fc.constantFrom(null, 'exit 1'),
  }),
  workLost: fc.record({ type: fc.constant('workLost'), workId: fc.oneof(workId, timerId) }),
  storeFailed: fc.record({
    type: fc.constant('storeFailed'),
    fault: fc.constantFrom('full', 'readOnly', 'io'),
  }),
}

const envelope: Arbitrary<Envelope> = fc.record({
  id: fc.uuid().map((id) => id as EventId),
  at,
  random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  printed: fc.constantFrom('', 'some output'),
})

/** Events of the given types, or of all. */
export function anyEventOf(...types: readonly Input['type'][]): Arbitrary<ConversationEvent> {
  const chosen: readonly Arbitrary<Input>[] = types.map((type) => inputs[type])
  return fc.tuple(fc.oneof(...chosen), envelope).map(([each, around]) => ({ ...each, ...around }))
}

export const anyEvent = anyEventOf(...(Object.keys(inputs) as Input['type'][]))
