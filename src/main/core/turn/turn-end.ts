import { assertNever } from '../../../shared/assert-never.ts'
import type { RequestFailure, StateOf } from '../../../shared/conversation/conversation-state.ts'
import { ContextChoice } from '../../../shared/conversation/state-view.ts'
import type { Provider, Purpose, Turn, Unfinished } from '../../../shared/conversation/turn.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Context } from '../machine/context.ts'
import type { Interruption } from '../machine/lifecycle.ts'
import type { Draft, Moved } from '../machine/step.ts'

/** The known facts about a turn when it ends. */
type EndedTurn = Pick<Turn, 'id' | 'lastReplyId'>
/** A turn that ends early. A compaction preserves what was unfinished before it. */
export type StoppedTurn = EndedTurn & Pick<Turn, 'goal' | 'throughSeq' | 'focus' | 'unfinished'>

/** Why a turn ends early, and what Continue would resume. */
export interface Stopped {
  /** Messages and restarts end a turn in steps of their own. */
  readonly reason: Exclude<Interruption, 'newMessage' | 'restart'>
  readonly cause: Unfinished['cause']
}

/** Completes the turn: a root conversation becomes idle, a sub-agent submits its result. */
export function completeTurn(draft: Draft, context: Context, turn: Turn, result: string): Moved {
  recordCompletion(draft, turn)
  return draft.moveTo(
    context.role.type === 'child'
      ? { type: 'completed', result }
      : { type: 'idle', unfinished: turn.unfinished },
  )
}

/** Ends the turn of a sub-agent that reports that it could not do its task; `result` is its report. */
export function completeUnsuccessfully(draft: Draft, turn: Turn, result: string): Moved {
  recordCompletion(draft, turn)
  return draft.moveTo({
    type: 'failed',
    reason: 'unsuccessful',
    message: result,
    lastReplyId: null,
  })
}

function recordCompletion(draft: Draft, { id: turnId, startedAt, usage }: Turn): void {
  const durationMs = Math.max(0, draft.at - startedAt)
  draft.record({ type: 'turnCompleted', turnId, durationMs, usage })
}

/** Ends a turn that leaves something to continue. */
export function interruptTurn(
  draft: Draft,
  context: Context,
  turn: StoppedTurn,
  stopped: Stopped,
): Moved {
  return draft.moveTo(recordInterruption(draft, context, turn, stopped))
}

/** Records an early end of a turn, and returns the state that follows. */
export function recordInterruption(
  draft: Draft,
  context: Context,
  turn: StoppedTurn,
  { reason, cause }: Stopped,
): StateOf<'idle' | 'failed'> {
  draft.record({ type: 'turnInterrupted', turnId: turn.id, reason, by: null })
  return context.role.type === 'child'
    ? failedBy(turn, { reason: outcomeOf(reason), message: describe(reason) })
    : { type: 'idle', unfinished: unfinishedAfter(turn, cause) }
}

export function unfinishedAfter(
  turn: Pick<StoppedTurn, 'id' | 'goal' | 'unfinished'>,
  cause: Unfinished['cause'],
): Unfinished | null {
  return turn.goal === 'compaction' ? turn.unfinished : { turnId: turn.id, cause }
}

/** Records that a new message ended the turn and started the next. */
export function recordReplaced(draft: Draft, turn: EndedTurn, by: MessageId): void {
  draft.record({ type: 'turnInterrupted', turnId: turn.id, reason: 'newMessage', by })
}

/** The first request of a Retry after a failure, and from when on a retry makes sense. */
export interface Resume {
  readonly retryAt: number | null
  readonly resume: Purpose
}

/** Ends the turn in the error state, with a message in the history that says why. A sub-agent fails. */
export function failTurn(
  draft: Draft,
  context: Context,
  turn: StoppedTurn,
  error: RequestFailure,
  resume: Resume = { retryAt: null, resume: turn.goal },
): Moved {
  draft.record({ type: 'turnFailed', turnId: turn.id, error })
  draft.addMessage({ type: 'error', kind: error.kind, text: error.message })
  return restInError(draft, context, turn, error, resume)
}

/** For a turn whose end is already recorded. */
export function restInError(
  draft: Draft,
  context: Context,
  turn: StoppedTurn,
  error: RequestFailure,
  resume: Resume = { retryAt: null, resume: turn.goal },
): Moved {
  const { kind, message } = error
  const { focus, id: turnId, goal, throughSeq } = turn
  const unfinished = unfinishedAfter(turn, 'error')
  return draft.moveTo(
    context.role.type === 'child'
      ? failedBy(turn, { reason: kind, message })
      : { type: 'error', turnId, kind, message, ...resume, goal, throughSeq, focus, unfinished },
  )
}

const EXHAUSTED =
  'The conversation has reached the limit of what the model can read. Compact it, or choose a model that can read more.'

const LARGER_IS_CHOSEN =
  'The conversation has reached the limit of what its last model can read. The model chosen now can read more: press Continue to go on with it.'

/**
 * Ends a turn that no longer fits its model's context when no summary helped (rule 12). A model with a larger context
 * may already have been chosen while the turn ran, or be the primary behind a smaller fallback: then Continue uses it.
 */
export function exhaustContext(
  draft: Draft,
  context: Context,
  turn: EndedTurn,
  { limits }: Provider,
): Moved {
  const isRoot = context.role.type === 'root'
  const isLeft = isRoot && context.primary.limits.contextTokens > limits.contextTokens
  const message = isLeft ? LARGER_IS_CHOSEN : EXHAUSTED
  const error: RequestFailure = { kind: 'invalidRequest', message }
  draft.record({ type: 'turnFailed', turnId: turn.id, error })
  draft.addMessage({ type: 'error', kind: error.kind, text: error.message })
  const turnId = turn.id
  if (isLeft) {
    return draft.moveTo({ type: 'idle', unfinished: { turnId, cause: 'contextExhausted' } })
  }
  return draft.moveTo(
    isRoot
      ? { type: 'contextExhausted', turnId, choices: ContextChoice.options }
      : failedBy(turn, { reason: 'contextExhausted', message }),
  )
}

export function failedBy(
  turn: Pick<EndedTurn, 'lastReplyId'>,
  why: Pick<StateOf<'failed'>, 'reason' | 'message'>,
): StateOf<'failed'> {
  return { type: 'failed', ...why, lastReplyId: turn.lastReplyId }
}

function outcomeOf(reason: Stopped['reason']): StateOf<'failed'>['reason'] {
  switch (reason) {
    case 'userCancel':
    case 'parent':
      return 'cancelled'
    case 'shutdown':
      return 'interrupted'
    case 'timeLimit':
      return 'timeout'
    case 'timeout':
    case 'turnLimit':
    case 'cutReply':
      return reason
    default:
      return assertNever(reason)
  }
}

function describe(reason: Stopped['reason']): string {
  switch (reason) {
    case 'userCancel':
      return 'Cancelled by user.'
    case 'parent':
      return 'Cancelled with the conversation that started it.'
    case 'shutdown':
      return 'Interrupted: Phoenix was closed.'
    case 'timeout':
      return 'It did not end within its time limit.'
    case 'timeLimit':
      return 'It reached the time limit of one turn.'
    case 'turnLimit':
      return 'It reached a limit of what one turn may use.'
    case 'cutReply':
      return 'Its replies were cut at the output limit.'
    default:
      return assertNever(reason)
  }
}
