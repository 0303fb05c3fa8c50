import * as z from '../schema.ts'
import { assertNever } from '../assert-never.ts'
import { CallId, MessageId, TimerId, TurnId, WorkId } from '../ids.ts'
import { ErrorKind, Place, SummaryFocus, SubAgentOutcome } from '../messages/message.ts'
import { UserQuestion } from '../messages/user-question.ts'
import { ContextChoice } from './state-view.ts'
import { SubAgent } from './sub-agent.ts'
import { ApprovalAnswer, Call, Purpose, Round, Turn, Unfinished } from './turn.ts'

export const RequestFailure = z.object({ kind: ErrorKind, message: z.string() }).readonly()
export type RequestFailure = z.infer<typeof RequestFailure>

const Idle = z.object({ type: z.literal('idle'), unfinished: Unfinished.nullable() }).readonly()

/** Maximum number of requests to one provider before the turn fails (rule 5). */
export const MAX_ATTEMPTS = 3

/** The reason for the next request. Times are ms since 1970. */
export const RequestReason = z.enum(['userMessage', 'toolResults', 'continue', 'retry', 'compact'])
export type RequestReason = z.infer<typeof RequestReason>

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
      /** False: the reply may not contain tool calls. (Absent in old rows.) */
      withTools: z.boolean().default(true),
      timerId: TimerId,
      deadline: z.number(),
      since: z.number(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('streaming'),
      requestId: WorkId,
      /** False: the reply may not contain tool calls. (Absent in old rows.) */
      withTools: z.boolean().default(true),
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
      /**
       * Null before one of the first attempts. Otherwise the turn keeps trying (docs/decisions/034), and this is how
       * long, in ms, it may still wait after this wait. (Absent in old rows.)
       */
      patienceMs: z.number().nonnegative().nullable().default(null),
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

/** Waits for a person's decision on each call whose verdict is `ask`. Nothing runs, and no timeout approves a call. */
const AwaitingApproval = z
  .object({
    type: z.literal('awaitingApproval'),
    turn: Turn,
    round: Round,
    answers: z.array(z.object({ callId: CallId, answer: ApprovalAnswer }).readonly()).readonly(),
    since: z.number(),
  })
  .readonly()

/** A question of a running tool. Its call continues with the answer, or without one when the timer fires. */
export const ToolQuestion = z
  .object({
    workId: WorkId,
    timerId: TimerId,
    deadline: z.number(),
    /** The number of the question within its call, from 1. */
    number: z.number().int().positive(),
    /** The name of the asker, for people. */
    by: z.string(),
    question: UserQuestion.readonly(),
    /** The call's remaining time when it asked, in ms. */
    leftMs: z.number().positive(),
  })
  .readonly()
export type ToolQuestion = z.infer<typeof ToolQuestion>

/** Waits for a person's answer. If the agent asks, nothing runs, and no timeout answers the question. */
const AwaitingAnswer = z
  .object({
    type: z.literal('awaitingAnswer'),
    turn: Turn,
    round: Round,
    current: z.object({ call: Call, startedAt: z.number() }).readonly(),
    /** Absent if the agent asks. */
    asked: ToolQuestion.optional(),
  })
  .readonly()

const AwaitingSubAgents = z
  .object({
    type: z.literal('awaitingSubAgents'),
    turn: Turn,
    round: Round,
    current: z.object({ call: Call, startedAt: z.number() }).readonly(),
    /** In the order of their tasks. */
    children: z.array(SubAgent).readonly(),
  })
  .readonly()

/** A sub-agent that will not submit a result. `message` says why, for people and for the model that started it. */
const Failed = z
  .object({
    type: z.literal('failed'),
    reason: SubAgentOutcome.exclude(['completed']),
    message: z.string(),
    /** Null if it never replied. */
    lastReplyId: MessageId.nullable(),
  })
  .readonly()

/** `what`: the name of the work for people, shown if it outlives the deadline. */
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
      /** The end of the turn is already recorded. */
      z
        .object({ type: z.literal('rest'), state: z.discriminatedUnion('type', [Idle, Failed]) })
        .readonly(),
      z.object({ type: z.literal('turn'), turn: Turn }).readonly(),
      z.object({ type: z.literal('round'), turn: Turn }).readonly(),
    ]),
  })
  .readonly()

const ContextExhausted = z
  .object({
    type: z.literal('contextExhausted'),
    turnId: TurnId,
    choices: z.array(ContextChoice).readonly(),
  })
  .readonly()

/**
 * `retryAt`: a retry is pointless before this time; null if it never is. `resume`: the first request of a Retry, `goal`
 * the goal of its turn, `throughSeq` the end of what it was to summarise, `focus` what was asked of the summary. `unfinished`: what Continue would resume if
 * the state were idle.
 */
const ErrorState = z
  .object({
    type: z.literal('error'),
    turnId: TurnId,
    kind: ErrorKind,
    message: z.string(),
    retryAt: z.number().nullable(),
    resume: Purpose,
    goal: Purpose,
    throughSeq: Place.nullable().default(null),
    focus: SummaryFocus.nullable().default(null),
    unfinished: Unfinished.nullable(),
  })
  .readonly()

/** A sub-agent that has submitted its result. */
const Completed = z.object({ type: z.literal('completed'), result: z.string() }).readonly()

/** A state holds the id of everything that it waits for (docs/design/states.md). */
export const ConversationState = z.discriminatedUnion('type', [
  Idle,
  AwaitingLlm,
  LlmRequesting,
  AwaitingApproval,
  AwaitingAnswer,
  ToolExecuting,
  AwaitingSubAgents,
  Cancelling,
  ContextExhausted,
  ErrorState,
  Completed,
  Failed,
])
export type ConversationState = z.infer<typeof ConversationState>
export type StateOf<Type extends ConversationState['type']> = Extract<
  ConversationState,
  { type: Type }
>

export const IDLE: StateOf<'idle'> = { type: 'idle', unfinished: null }

export type RestingState = StateOf<'idle' | 'error' | 'contextExhausted' | 'completed' | 'failed'>

/** True if nothing runs and no timer is set. All other states are busy or wait for a person. */
export function isResting(state: ConversationState): state is RestingState {
  switch (state.type) {
    case 'idle':
    case 'error':
    case 'contextExhausted':
    case 'completed':
    case 'failed':
      return true
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'awaitingApproval':
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'awaitingSubAgents':
    case 'cancelling':
      return false
    default:
      return assertNever(state)
  }
}

/** True while the turn waits for a failing server because a person chose to keep trying. Nothing is working. */
export function keepsTrying(state: ConversationState): boolean {
  if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') return false
  return state.phase.patienceMs !== null
}

/**
 * True if nothing moves until a person answers: a question of the conversation, or of each sub-agent that has not
 * ended.
 */
export function isAsking(state: ConversationState): boolean {
  if (state.type === 'awaitingApproval' || state.type === 'awaitingAnswer') return true
  if (state.type !== 'awaitingSubAgents') return false
  const open = state.children.filter(({ phase }) => phase.type !== 'ended')
  return open.every(({ phase }) => phase.type === 'asking')
}

/** Returns the running turn, or the one that continues after the cancellation. */
export function turnOf(state: ConversationState): Turn | null {
  if ('turn' in state) return state.turn
  return state.type === 'cancelling' && state.then.type !== 'rest' ? state.then.turn : null
}

/** Returns the calls that wait for a person's decision. */
export function askedCalls(state: StateOf<'awaitingApproval'>): readonly Call[] {
  const answered = new Set(state.answers.map(({ callId }) => callId))
  return state.round.remaining.filter(
    ({ callId, verdict }) => verdict.type === 'ask' && !answered.has(callId),
  )
}
