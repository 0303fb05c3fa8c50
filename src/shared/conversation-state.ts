import { z } from 'zod'
import { CallInput, Usage } from './content.ts'
import { CallId, MessageId, TimerId, TurnId, WorkId } from './ids.ts'
import { ErrorKind } from './message.ts'

/** Who answers, and how much it can take. The endpoint's address and key stay with the adapter. */
export const Provider = z
  .object({
    endpoint: z.enum(['anthropic', 'demo']),
    model: z.string().min(1),
    limits: z
      .object({ contextTokens: z.number().positive(), outputTokens: z.number().positive() })
      .readonly(),
  })
  .readonly()
export type Provider = z.infer<typeof Provider>

/** Deadlines of one model request in ms. `requestMs` bounds the whole of it. */
export const Timeouts = z
  .object({
    firstByteMs: z.number().positive(),
    silenceMs: z.number().positive(),
    thinkingSilenceMs: z.number().positive(),
    requestMs: z.number().positive(),
  })
  .readonly()
export type Timeouts = z.infer<typeof Timeouts>

export const TurnTrigger = z.enum(['message', 'continue', 'retry'])
export type TurnTrigger = z.infer<typeof TurnTrigger>

/** From leaving rest to the step that decides its end. Every counter of a turn lives here. */
export const Turn = z
  .object({
    id: TurnId,
    startedAt: z.number(),
    trigger: TurnTrigger,
    goal: z.enum(['reply']),
    settings: z
      .object({
        primary: Provider,
        fallback: Provider.nullable(),
        timeouts: Timeouts,
        systemPrompt: z.string(),
      })
      .readonly(),
    provider: z.enum(['primary', 'fallback']),
    requests: z.number().int().nonnegative(),
    toolCalls: z.number().int().nonnegative(),
    usage: Usage,
    continuations: z.number().int().nonnegative(),
    compactionFailures: z.number().int().nonnegative(),
    repairs: z.array(z.string()).readonly(),
    repeated: z
      .object({ digest: z.string(), count: z.number().int().positive() })
      .readonly()
      .nullable(),
  })
  .readonly()
export type Turn = z.infer<typeof Turn>

/** `refuse`: the call gets this text as its result and never runs. */
export const Verdict = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), limitMs: z.number().positive() }).readonly(),
  z.object({ type: z.literal('refuse'), text: z.string() }).readonly(),
])
export type Verdict = z.infer<typeof Verdict>

export const Call = z
  .object({
    callId: CallId,
    name: z.string(),
    input: CallInput,
    digest: z.string(),
    verdict: Verdict,
  })
  .readonly()
export type Call = z.infer<typeof Call>

/** The calls of one reply. Each result is a message of its own; the round keeps its id, not its text. */
export const Round = z
  .object({
    replyId: MessageId,
    completed: z.array(z.object({ callId: CallId, messageId: MessageId }).readonly()).readonly(),
    remaining: z.array(Call).readonly(),
  })
  .readonly()
export type Round = z.infer<typeof Round>

/** A turn that did not come to its end, and why: what Continue takes up again. */
export const Unfinished = z
  .object({
    turnId: TurnId,
    cause: z.enum(['userCancel', 'restart', 'shutdown', 'cutReply', 'limit', 'error']),
  })
  .readonly()
export type Unfinished = z.infer<typeof Unfinished>

export const RequestFailure = z.object({ kind: ErrorKind, message: z.string() }).readonly()
export type RequestFailure = z.infer<typeof RequestFailure>

const Idle = z.object({ type: z.literal('idle'), unfinished: Unfinished.nullable() }).readonly()

/** Requests with one provider before the turn fails (machine.md, rule 5). */
export const MAX_ATTEMPTS = 3

/** What the next request answers. Times are ms since 1970. */
export const RequestReason = z.enum(['userMessage', 'toolResults', 'continue', 'retry'])
export type RequestReason = z.infer<typeof RequestReason>

const Purpose = z.enum(['reply'])

const AwaitingLlm = z
  .object({
    type: z.literal('awaitingLlm'),
    turn: Turn,
    purpose: Purpose,
    reason: RequestReason,
    timerId: TimerId,
    dueAt: z.number(),
    maxDueAt: z.number(),
  })
  .readonly()

export const RequestPhase = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('connecting'),
      requestId: WorkId,
      timerId: TimerId,
      deadline: z.number(),
      since: z.number(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('streaming'),
      requestId: WorkId,
      timerId: TimerId,
      deadline: z.number(),
      since: z.number(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('backoff'),
      timerId: TimerId,
      retryAt: z.number(),
      error: RequestFailure,
    })
    .readonly(),
])
export type RequestPhase = z.infer<typeof RequestPhase>

const LlmRequesting = z
  .object({
    type: z.literal('llmRequesting'),
    turn: Turn,
    purpose: Purpose,
    attempt: z.number().int().positive(),
    phase: RequestPhase,
  })
  .readonly()

const ToolExecuting = z
  .object({
    type: z.literal('toolExecuting'),
    turn: Turn,
    round: Round,
    current: z
      .object({
        call: Call,
        workId: WorkId,
        timerId: TimerId,
        startedAt: z.number(),
        deadline: z.number(),
      })
      .readonly(),
  })
  .readonly()

/** `what` names the work for people: it is shown if the work outlives the deadline. */
export const EndingWork = z.object({ workId: WorkId, what: z.string() }).readonly()
export type EndingWork = z.infer<typeof EndingWork>

const Cancelling = z
  .object({
    type: z.literal('cancelling'),
    turnId: TurnId,
    waitingFor: z.array(EndingWork).readonly(),
    timerId: TimerId,
    deadline: z.number(),
    then: z.discriminatedUnion('type', [
      z.object({ type: z.literal('rest'), unfinished: Unfinished }).readonly(),
      z.object({ type: z.literal('round'), turn: Turn }).readonly(),
    ]),
  })
  .readonly()

/** `retryAt`: before this time a Retry is not worth it. Null: it is at any time. */
const ErrorState = z
  .object({
    type: z.literal('error'),
    turnId: TurnId,
    kind: ErrorKind,
    message: z.string(),
    retryAt: z.number().nullable(),
    resume: Purpose,
  })
  .readonly()

/** The states of machine.md that are alive; a state holds the id of whatever it waits for. */
export const ConversationState = z.discriminatedUnion('type', [
  Idle,
  AwaitingLlm,
  LlmRequesting,
  ToolExecuting,
  Cancelling,
  ErrorState,
])
export type ConversationState = z.infer<typeof ConversationState>
export type StateOf<Type extends ConversationState['type']> = Extract<
  ConversationState,
  { type: Type }
>

export const IDLE: StateOf<'idle'> = { type: 'idle', unfinished: null }

/** Nothing runs and no timer waits. All other states are busy. */
export function isResting(state: ConversationState): state is StateOf<'idle'> | StateOf<'error'> {
  return state.type === 'idle' || state.type === 'error'
}
