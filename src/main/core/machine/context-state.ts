import { assertNever } from '../../../shared/assert-never.ts'
import type { TimerId } from '../../../shared/ids.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationEvent } from './event.ts'
import type { Step } from './step.ts'

/** The eleven state names of chapter 4 of docs/requirements.md. */
export type ContextState =
  | 'Idle'
  | 'ProcessingUserMessage'
  | 'AwaitingLLMResponse'
  | 'StreamingLLMResponse'
  | 'ProcessingLLMResponse'
  | 'AwaitingToolApproval'
  | 'ExecutingTools'
  | 'ProcessingToolResults'
  | 'GeneratingResponse'
  | 'TransientFailure'
  | 'Failed'

/**
 * Maps a state to its name in docs/requirements.md. A conversation never rests in two of those names: see
 * `contextPath`.
 */
export function toContextState(state: ConversationState): ContextState {
  switch (state.type) {
    case 'idle':
    case 'completed':
      return 'Idle'
    case 'awaitingLlm':
      return state.reason === 'userMessage' ? 'ProcessingUserMessage' : 'GeneratingResponse'
    case 'llmRequesting':
      switch (state.phase.type) {
        case 'connecting':
          return 'AwaitingLLMResponse'
        case 'streaming':
          return 'StreamingLLMResponse'
        case 'backoff':
          return 'TransientFailure'
        default:
          return assertNever(state.phase)
      }
    case 'awaitingApproval':
      return 'AwaitingToolApproval'
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'awaitingSubAgents':
    case 'cancelling':
      return 'ExecutingTools'
    case 'error':
    case 'contextExhausted':
    case 'failed':
      return 'Failed'
    default:
      return assertNever(state)
  }
}

/**
 * Returns all names that a step passes through, from first to last, including those in which nothing ever rests: a
 * reply is processed before it is acted on, and so are the results of a round; a failure first counts as a failure. A
 * refused event stays where it is.
 */
export function contextPath(
  state: ConversationState,
  event: ConversationEvent,
  step: Step,
): readonly ContextState[] {
  const from = toContextState(state)
  if (step.type === 'refused') return [from]
  const names = [from, ...between(state, event, step.state), toContextState(step.state)]
  return names.filter((name, index) => name !== names[index - 1])
}

function between(
  state: ConversationState,
  event: ConversationEvent,
  next: ConversationState,
): readonly ContextState[] {
  switch (event.type) {
    case 'llmResponded':
      return afterReply(next)
    case 'llmFailed':
      return isFailure(next) ? ['TransientFailure'] : []
    case 'timerFired':
      return isRequestOver(state, event.timerId) && isFailure(next) ? ['TransientFailure'] : []
    case 'toolFinished':
    case 'childChanged':
      return closesRound(next) ? ['ProcessingToolResults'] : []
    case 'userMessage':
    case 'cancelRequested':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
    case 'turnExtended':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
    case 'settingsChanged':
    case 'editsUndone':
    case 'hooksAnswered':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'recovered':
    case 'llmStreamStarted':
    case 'workLost':
    case 'storeFailed':
      return []
    default:
      return assertNever(event)
  }
}

/** True if the timer of a request fired, not that of a wait or of the turn's clock. */
function isRequestOver(state: ConversationState, timerId: TimerId): boolean {
  if (state.type !== 'llmRequesting' || state.phase.type === 'backoff') return false
  return state.phase.timerId === timerId
}

/** An unusable reply is a failure. Refused calls get their results in the step that judges them. */
function afterReply(next: ConversationState): readonly ContextState[] {
  if (isFailure(next)) return ['TransientFailure']
  return closesRound(next)
    ? ['ProcessingLLMResponse', 'ExecutingTools', 'ProcessingToolResults']
    : ['ProcessingLLMResponse']
}

/** True if the request failed, whether or not another attempt (with either provider) follows. */
function isFailure(next: ConversationState): boolean {
  return next.type === 'llmRequesting' || toContextState(next) === 'Failed'
}

/** True if the last result of a round arrived: all results go to the model. */
function closesRound(next: ConversationState): boolean {
  return next.type === 'awaitingLlm' && next.reason === 'toolResults'
}
