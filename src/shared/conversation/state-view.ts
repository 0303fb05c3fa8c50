import * as z from '../schema.ts'
import { assertNever } from '../assert-never.ts'
import { AgentId, CallId, MessageId, TurnId, WorkId } from '../ids.ts'
import { ErrorKind, SubAgentOutcome } from '../messages/message.ts'
import { UserQuestion } from '../messages/user-question.ts'
import { AskReason, CallAction, Purpose, Unfinished } from './turn.ts'

/** The current turn. */
export const TurnView = z
  .object({
    id: TurnId,
    goal: Purpose,
    /** The id of the current model. */
    model: z.string(),
    /** The model that failed to answer and was replaced by `model`; null if none was. */
    insteadOf: z.string().nullable(),
    /** The model to fall back to; null if there is none. */
    fallback: z.string().nullable(),
    /** The number of attempts before the fallback, or before the turn keeps trying or ends. */
    attempts: z.number().int().positive(),
    /** Set once the turn has reached its time limit and a person is asked for more (docs/decisions/029). */
    timeAsked: z
      .object({
        /** The time it could work so far, and the time it would get in addition, in ms. */
        workedMs: z.number().positive(),
        moreMs: z.number().positive(),
        /** When it ends if nobody answers, in ms since 1970; null while its clock is paused. */
        endsAt: z.number().nullable(),
      })
      .readonly()
      .nullable(),
  })
  .readonly()
export type TurnView = z.infer<typeof TurnView>

/** The actions open to a person besides sending a message. */
export const PersonAction = z.enum(['continue', 'retry', 'compact', 'rewind'])
export type PersonAction = z.infer<typeof PersonAction>

/** The ways to deal with a conversation that no longer fits its model's context. */
export const ContextChoice = z.enum([
  'compact',
  'largerModel',
  'dropAttachments',
  'fork',
  'edit',
  'retry',
])
export type ContextChoice = z.infer<typeof ContextChoice>

/** What follows if a request stays silent until its deadline: another attempt, the fallback of its turn, or nothing. */
const NextTry = z.enum(['again', 'fallback', 'none'])
export type NextTry = z.infer<typeof NextTry>

const waiting = { requestId: WorkId, since: z.number(), deadline: z.number(), ifSilent: NextTry }

export const PhaseView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connecting'), ...waiting }).readonly(),
  z.object({ type: z.literal('streaming'), ...waiting }).readonly(),
  z
    .object({
      type: z.literal('backoff'),
      retryAt: z.number(),
      kind: ErrorKind,
      message: z.string(),
      /**
       * Null before one of the first attempts. Otherwise the turn keeps trying and may wait this long, in ms, after
       * this wait.
       */
      patienceMs: z.number().nonnegative().nullable(),
    })
    .readonly(),
])
export type PhaseView = z.infer<typeof PhaseView>

/** A call that waits for a person's decision. Its input is in its reply (`callIn`). */
export const AskedCallView = z
  .object({
    callId: CallId,
    action: CallAction,
    why: AskReason,
    /** The input field whose text a rule can name; null if there is none. */
    subjectIn: z.string().nullable(),
    /** Null until a person has answered. */
    answer: z.enum(['once', 'edited', 'always', 'deny']).nullable(),
  })
  .readonly()
export type AskedCallView = z.infer<typeof AskedCallView>

/** A question of a running call: its number, who asks, and when the time for an answer ends. */
export const ToolQuestionView = z
  .object({
    number: z.number().int().positive(),
    by: z.string(),
    question: UserQuestion.readonly(),
    deadline: z.number(),
  })
  .readonly()
export type ToolQuestionView = z.infer<typeof ToolQuestionView>

/** `left`: the remaining ms of the sub-agent's time, paused while it asks. */
export const ChildPhaseView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('working'), deadline: z.number() }).readonly(),
  z.object({ type: z.literal('asking'), left: z.number().nonnegative() }).readonly(),
  z.object({ type: z.literal('stopping') }).readonly(),
  z.object({ type: z.literal('ended'), outcome: SubAgentOutcome, messageId: MessageId }).readonly(),
])
export type ChildPhaseView = z.infer<typeof ChildPhaseView>

/** The actions now open to a person. Absent if there are none. */
const can = { can: z.array(PersonAction).readonly().optional() }
/** Number of calls queued behind the current one. */
const queued = { behind: z.number().int().nonnegative() }

/**
 * A conversation's state as a page receives it: what happens, what is asked, what is due, and what a person can do. It
 * refers to messages instead of copying them, so it stays small whatever they contain. Times are ms since 1970.
 */
export const StateView = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('idle'),
      ...can,
      unfinished: Unfinished.unwrap().shape.cause.nullable(),
    })
    .readonly(),
  z
    .object({ type: z.literal('awaitingLlm'), ...can, purpose: Purpose, dueAt: z.number() })
    .readonly(),
  z
    .object({
      type: z.literal('llmRequesting'),
      ...can,
      purpose: Purpose,
      /** From 1. */
      attempt: z.number().int().positive(),
      phase: PhaseView,
    })
    .readonly(),
  z
    .object({
      type: z.literal('awaitingApproval'),
      ...can,
      calls: z.array(AskedCallView).readonly(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('awaitingAnswer'),
      ...can,
      callId: CallId,
      /** The question of the running call. Absent if the agent asks: then the question is the input of the call. */
      asked: ToolQuestionView.optional(),
      ...queued,
    })
    .readonly(),
  z
    .object({
      type: z.literal('toolExecuting'),
      ...can,
      callId: CallId,
      /** The beginning of the command that a person put in place of the model's. Absent if it is unchanged. */
      editedTo: z.string().optional(),
      startedAt: z.number(),
      deadline: z.number(),
      ...queued,
    })
    .readonly(),
  z
    .object({
      type: z.literal('awaitingSubAgents'),
      ...can,
      callId: CallId,
      startedAt: z.number(),
      ...queued,
      /** In the order of their tasks. */
      children: z
        .array(z.object({ agentId: AgentId, phase: ChildPhaseView }).readonly())
        .readonly(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('cancelling'),
      ...can,
      turnId: TurnId,
      /** The names of what is still running. */
      what: z.array(z.string()).readonly(),
      deadline: z.number(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('contextExhausted'),
      ...can,
      choices: z.array(ContextChoice).readonly(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('error'),
      ...can,
      kind: ErrorKind,
      message: z.string(),
      /** A retry is pointless before this time; null if it never is. */
      retryAt: z.number().nullable(),
    })
    .readonly(),
  z.object({ type: z.literal('completed'), ...can }).readonly(),
  z
    .object({
      type: z.literal('failed'),
      ...can,
      reason: SubAgentOutcome.exclude(['completed']),
      message: z.string(),
    })
    .readonly(),
])
export type StateView = z.infer<typeof StateView>
export type StateViewOf<Type extends StateView['type']> = Extract<StateView, { type: Type }>

/** A state and the current turn, from which views are derived. `turn`: null if there is none. */
export interface Viewed {
  readonly state: StateView
  readonly turn: TurnView | null
}

export function canDo({ can: actions = [] }: StateView, action: PersonAction): boolean {
  return actions.includes(action)
}

/** True if nothing runs and no timer is set. */
export function isAtRest({ type }: StateView): boolean {
  switch (type) {
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
      return assertNever(type)
  }
}

/** Returns the calls that wait for a person's decision. */
export function unansweredIn({ calls }: StateViewOf<'awaitingApproval'>): readonly AskedCallView[] {
  return calls.filter(({ answer }) => answer === null)
}
