import type { MessageMode, WaitingMessage } from '../../shared/waiting.ts'
import type { Moved } from './step.ts'

/** What goes out of the waiting messages, and how. */
export interface Due {
  readonly messages: readonly WaitingMessage[]
  readonly mode: MessageMode
}

const NONE: Due = { messages: [], mode: 'policy' }

/**
 * What a step lets go out (rule 1): the oldest one when a turn is complete, all that are marked for the next step when
 * results go back. After a cancel, an error, an exhausted context or a restart all wait until the person sends them.
 */
export function dueAfter(step: Moved, waiting: readonly WaitingMessage[]): Due {
  const { state, lifecycle } = step
  if (state.type === 'awaitingLlm' && state.reason === 'toolResults') {
    return { messages: waiting.filter(({ when }) => when === 'nextStep'), mode: 'join' }
  }
  const isComplete = state.type === 'idle' && lifecycle.some(({ type }) => type === 'turnCompleted')
  return isComplete ? { messages: waiting.slice(0, 1), mode: 'policy' } : NONE
}
