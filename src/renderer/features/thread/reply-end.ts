import { assertNever } from '../../../shared/assert-never.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'

/** The note below a reply that may be incomplete; null: none, it is complete. */
export function wordsOfEnd(end: ReplyEnd): string | null {
  switch (end) {
    case 'maxTokens':
      return 'The reply was cut off at the output limit.'
    case 'contextFull':
      return 'The reply was cut off because the model’s context was full.'
    case 'unknown':
      return 'The server ended the reply for a reason that Phoenix does not know. It may be incomplete.'
    case 'endTurn':
    case 'stopSequence':
    case 'toolUse':
    case 'pauseTurn':
    case 'refusal':
      return null
    default:
      return assertNever(end)
  }
}
