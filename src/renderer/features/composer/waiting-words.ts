import { assertNever } from '../../../shared/assert-never.ts'
import { type ConversationState, isResting } from '../../../shared/conversation-state.ts'
import type { Unfinished } from '../../../shared/turn.ts'
import type { WaitingMessage } from '../../../shared/waiting.ts'

/** When a message goes by itself. At rest it does not: it is held. */
export function wordsOfWhen(when: WaitingMessage['when'], state: ConversationState): string {
  if (isResting(state)) return 'held'
  switch (when) {
    case 'idle':
      return 'when idle'
    case 'nextStep':
      return 'at the next step'
    default:
      return assertNever(when)
  }
}

export function wordsOfImages(count: number): string {
  return count === 1 ? '1 image' : `${count} images`
}

/** Why messages wait at rest (R5): in a sentence. Null while something runs that they wait for. */
export function whyHeld(state: ConversationState): string | null {
  switch (state.type) {
    case 'idle':
      return `${state.unfinished === null ? 'Held.' : whyUnfinished(state.unfinished.cause)} They wait until you send them, or go on.`
    case 'error':
      return 'Held since the turn failed. They wait until you send them, or go on.'
    case 'contextExhausted':
      return 'Held since the model can read no more. They wait until you send them, or go on.'
    case 'completed':
    case 'failed':
      return 'Held since the sub-agent has ended.'
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'awaitingApproval':
    case 'toolExecuting':
    case 'awaitingSubAgents':
    case 'cancelling':
      return null
    default:
      return assertNever(state)
  }
}

function whyUnfinished(cause: Unfinished['cause']): string {
  switch (cause) {
    case 'userCancel':
      return 'Held since you stopped the agent.'
    case 'restart':
      return 'Held since Phoenix was restarted.'
    case 'shutdown':
      return 'Held since Phoenix was closed.'
    case 'cutReply':
      return 'Held since the reply reached the output limit.'
    case 'limit':
      return 'Held since the turn reached its limit of requests.'
    case 'contextExhausted':
      return 'Held since the model could read no more.'
    case 'error':
      return 'Held since the turn failed.'
    default:
      return assertNever(cause)
  }
}
