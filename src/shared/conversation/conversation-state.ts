import { z } from 'zod'
import { assertNever } from '../assert-never.ts'
import { CallId, MessageId, TimerId, TurnId, WorkId } from '../ids.ts'
import { ErrorKind, Place, SubAgentOutcome } from '../messages/message.ts'
import { UserQuestion } from '../messages/user-question.ts'
import { ContextChoice } from './state-view.ts'
import { SubAgent } from './sub-agent.ts'
import { ApprovalAnswer, Call, Purpose, Round, Turn, Unfinished } from './turn.ts'

export const RequestFailure = z.object({ kind: ErrorKind, message: z.string() }).readonly()
export type RequestFailure = z.infer<typeof RequestFailure>

const Idle = z.object({ type: z.literal('idle'), unfinished: Unfinished.nullable() }).readonly()

/** Requests with one provider before the turn fails (rule 5). */
export const MAX_ATTEMPTS = 3

/** What the next request answers. Times are ms since 1970. */
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
      /** False: the model cannot call anything in its reply. (Absent in old rows.) */
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
      /** False: the model cannot call anything in its reply. (Absent in old rows.) */
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
       * Null: one of the first attempts follows. Otherwise the turn keeps trying (docs/decisions/034), and this is how
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

/** Waits for a person's decision on each call whose verdict is `ask`. Nothing runs, and no time limit approves. */
const AwaitingApproval = z
  .object({
    type: z.literal('awaitingApproval'),
    turn: Turn,
    round: Round,
    answers: z.array(z.object({ callId: CallId, answer: ApprovalAnswer }).readonly()).readonly(),
    since: z.number(),
  })
  .readonly()

/** What a running tool asks. Its call goes on with the answer, or without one when the timer fires. */
export const ToolQuestion = z
  .object({
    workId: WorkId,
    timerId: TimerId,
    deadline: z.number(),
    /** Which question of its call it is, from 1. */
    number: z.number().int().positive(),
    /** Who asks, for people. */
    by: z.string(),
    question: UserQuestion.readonly(),
    /** What the call had left of its time when it asked, in ms. */
    leftMs: z.number().positive(),
  })
  .readonly()
export type ToolQuestion = z.infer<typeof ToolQuestion>

/** Waits for a person's answer. If the agent asks, nothing runs, and no time limit answers. */
const AwaitingAnswer = z
  .object({
    type: z.literal('awaitingAnswer'),
    turn: Turn,
    round: Round,
    current: z.object({ call: Call, startedAt: z.number() }).readonly(),
    /** Absent: the agent asks. */
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

/** A sub-agent that will hand in no result. `message` says why, for people and for the model that started it. */
const Failed = z
  .object({
    type: z.literal('failed'),
    reason: SubAgentOutcome.exclude(['completed']),
    message: z.string(),
    /** Its last reply, if it had any. */
    lastReplyId: MessageId.nullable(),
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
      /** The turn's end is recorded. */
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
 * `retryAt`: before this time a Retry makes no sense; null: it always does. `resume` is what Retry requests first,
 * `goal` the goal of its turn, `throughSeq` what it was to sum up. `unfinished`: what Continue would resume if it were idle.
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
    unfinished: Unfinished.nullable(),
  })
  .readonly()

/** A sub-agent that has handed in its result. */
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

/** Nothing runs and no timer is set. All other states are busy, or wait for a person. */
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

/** The turn waits for a failing server, because a person chose that. Nothing is working. */
export function keepsTrying(state: ConversationState): boolean {
  if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') return false
  return state.phase.patienceMs !== null
}

/** Nothing moves until a person answers: a question of its own, or of every sub-agent that has not ended. */
export function isAsking(state: ConversationState): boolean {
  if (state.type === 'awaitingApproval' || state.type === 'awaitingAnswer') return true
  if (state.type !== 'awaitingSubAgents') return false
  const open = state.children.filter(({ phase }) => phase.type !== 'ended')
  return open.every(({ phase }) => phase.type === 'asking')
}

/** The running turn, or the one that continues after what is being stopped. */
export function turnOf(state: ConversationState): Turn | null {
  if ('turn' in state) return state.turn
  return state.type === 'cancelling' && state.then.type !== 'rest' ? state.then.turn : null
}

/** The calls that wait for a person's decision. */
export function askedCalls(state: StateOf<'awaitingApproval'>): readonly Call[] {
  const answered = new Set(state.answers.map(({ callId }) => callId))
  return state.round.remaining.filter(
    ({ callId, verdict }) => verdict.type === 'ask' && !answered.has(callId),
  )
}
