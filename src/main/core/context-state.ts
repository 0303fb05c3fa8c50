import { assertNever } from '../../shared/assert-never.ts'
import type { ConversationState } from '../../shared/conversation-state.ts'
import type { ConversationEvent } from './event.ts'
import type { Step } from './step.ts'

/** The eleven names of requirement document 4. */
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

/** What the documents call a state. Two of their names are never rested in: see `contextPath`. */
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
 * The names that a step passes through, from where it starts to where it leads: a reply is processed before it is acted
 * on, and so are the results of a round. A refused event stays where it is.
 */
export function contextPath(
  state: ConversationState,
  event: ConversationEvent,
  step: Step,
): readonly ContextState[] {
  const from = toContextState(state)
  if (step.type === 'refused') return [from]
  const to = toContextState(step.state)
  const between: ContextState[] = []
  if (event.type === 'llmResponded') between.push('ProcessingLLMResponse')
  if (closesRound(event, step)) between.push('ProcessingToolResults')
  return from === to && between.length === 0 ? [from] : [from, ...between, to]
}

/** The last result of a round has come: all go to the model. */
function closesRound(event: ConversationEvent, step: Extract<Step, { type: 'moved' }>): boolean {
  const isResult = event.type === 'toolFinished' || event.type === 'childChanged'
  return isResult && step.state.type === 'awaitingLlm' && step.state.reason === 'toolResults'
}
