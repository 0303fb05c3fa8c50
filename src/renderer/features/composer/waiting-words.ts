import { assertNever } from '../../../shared/assert-never.ts'
import { type Attachment, filesOf, imagesOf } from '../../../shared/messages/attachment.ts'
import { isAtRest, type StateView } from '../../../shared/conversation/state-view.ts'
import type { Unfinished } from '../../../shared/conversation/turn.ts'
import type { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { countOf } from '../../../client/words/words.ts'

/** The time at which a message is sent automatically. At rest there is no turn to join: it goes with the next one. */
export function wordsOfWhen(when: WaitingMessage['when'], state: StateView): string {
  switch (when) {
    case 'idle':
      return isAtRest(state) ? 'after the next turn' : 'when idle'
    case 'nextStep':
      return isAtRest(state) ? 'in the next turn' : 'at the next step'
    case 'held':
      return 'held'
    default:
      return assertNever(when)
  }
}

/** `2 images and 1 file`. */
export function wordsOfAttachments(attachments: readonly Attachment[]): string {
  const counts = [
    [imagesOf(attachments).length, 'image', 'images'],
    [filesOf(attachments).length, 'file', 'files'],
  ] as const
  return counts
    .flatMap(([count, one, many]) => (count === 0 ? [] : [countOf(count, one, many)]))
    .join(' and ')
}

/** The reason why messages are held, and what releases them (R5). Null: none is held. */
export function whyHeld(
  state: StateView,
  waiting: readonly Pick<WaitingMessage, 'when'>[],
): string | null {
  const held = waiting.filter(({ when }) => when === 'held').length
  if (held === 0) return null
  const until =
    held === waiting.length
      ? 'They wait until you send them.'
      : 'Held messages wait until you send them.'
  return `${sinceWhen(state)} ${until}`
}

function sinceWhen(state: StateView): string {
  switch (state.type) {
    case 'idle':
      return state.unfinished === null ? 'Held.' : whyUnfinished(state.unfinished)
    case 'error':
      return 'Held since the turn failed.'
    case 'contextExhausted':
      return 'Held because the model’s context is full.'
    case 'completed':
    case 'failed':
      return 'Held since the sub-agent ended.'
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'awaitingApproval':
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'awaitingSubAgents':
    case 'cancelling':
      return 'Held.'
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
      return 'Held since the turn reached one of its limits.'
    case 'budget':
      return 'Held since the budget of this conversation was used up.'
    case 'contextExhausted':
      return 'Held because the model’s context was full.'
    case 'error':
      return 'Held since the turn failed.'
    case 'forked':
      return 'Held since the fork was made.'
    default:
      return assertNever(cause)
  }
}
