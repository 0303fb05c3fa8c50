import { assertNever } from '../shared/assert-never.ts'
import type { StateView } from '../shared/conversation/state-view.ts'
import { withoutButtons } from './without-buttons.ts'

/** Why a conversation rests where it cannot continue by itself, as a sentence for people; null: it does not. */
export function troubleOf(state: StateView): string | null {
  switch (state.type) {
    case 'error':
    case 'failed':
      return withoutButtons(state.message)
    case 'contextExhausted':
      return 'The conversation is too long for its model.'
    case 'idle':
    case 'completed':
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'awaitingApproval':
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'awaitingSubAgents':
    case 'cancelling':
      return null
    default:
      return assertNever(state)
  }
}
