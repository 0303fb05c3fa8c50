import { assertNever } from '../../shared/assert-never.ts'
import type { ConversationState, StateOf } from '../../shared/conversation-state.ts'
import type { ConversationEvent } from './event.ts'
import type { Moved } from './step.ts'

/** The states of document 4 (Context Manager FSM), by its names. */
export type ContextState =
  | 'Idle'
  | 'ProcessingUserMessage'
  | 'AwaitingLLMResponse'
  | 'StreamingLLMResponse'
  | 'ProcessingLLMResponse'
  | 'ExecutingTools'
  | 'ProcessingToolResults'
  | 'GeneratingResponse'
  | 'TransientFailure'
  | 'Failed'

/** What document 4 calls a state of ours. */
export function toContextState(state: ConversationState): ContextState {
  switch (state.type) {
    case 'idle':
      return 'Idle'
    case 'awaitingLlm':
      return state.reason === 'userMessage' ? 'ProcessingUserMessage' : 'GeneratingResponse'
    case 'llmRequesting':
      return nameOfPhase(state.phase)
    case 'toolExecuting':
    case 'cancelling':
      return 'ExecutingTools'
    case 'error':
      return 'Failed'
    default:
      return assertNever(state)
  }
}

function nameOfPhase(phase: StateOf<'llmRequesting'>['phase']): ContextState {
  switch (phase.type) {
    case 'connecting':
      return 'AwaitingLLMResponse'
    case 'streaming':
      return 'StreamingLLMResponse'
    case 'backoff':
      return 'TransientFailure'
    default:
      return assertNever(phase)
  }
}

/** The states of document 4 that a step passes through, those in which nothing ever rests among them. */
export function contextPath(
  state: ConversationState,
  event: ConversationEvent,
  step: Moved,
): readonly ContextState[] {
  const names = [toContextState(state), ...between(state, event, step), toContextState(step.state)]
  return names.filter((name, index) => name !== names[index - 1])
}

function between(
  state: ConversationState,
  event: ConversationEvent,
  step: Moved,
): readonly ContextState[] {
  switch (event.type) {
    case 'llmResponded':
      return afterReply(step.state)
    case 'llmFailed':
      return step.state.type === 'error' ? ['TransientFailure'] : []
    case 'timerFired':
      return state.type === 'llmRequesting' && step.state.type === 'error'
        ? ['TransientFailure']
        : []
    case 'toolFinished':
      return step.state.type === 'awaitingLlm' ? ['ProcessingToolResults'] : []
    case 'userMessage':
    case 'cancelRequested':
    case 'continueRequested':
    case 'retryRequested':
    case 'settingsChanged':
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

/** An unusable reply is a failure; refused calls have their results in the step that judges them. */
function afterReply(next: ConversationState): readonly ContextState[] {
  if (next.type === 'llmRequesting' || next.type === 'error') return ['TransientFailure']
  if (next.type === 'awaitingLlm' && next.reason === 'toolResults') {
    return ['ProcessingLLMResponse', 'ExecutingTools', 'ProcessingToolResults']
  }
  return ['ProcessingLLMResponse']
}
