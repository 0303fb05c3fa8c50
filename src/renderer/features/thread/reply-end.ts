import { assertNever } from '../../../shared/assert-never.ts'
import type { ReplyEnd } from '../../../shared/message.ts'

/** What people are told below a reply that may not be all of it; null: nothing, it came to its end. */
export function wordsOfEnd(end: ReplyEnd): string | null {
  switch (end) {
    case 'maxTokens':
      return 'The reply was cut at the output limit.'
    case 'contextFull':
      return 'The reply was cut where the model could read no more.'
    case 'unknown':
      return 'The server did not say in a way that Phoenix knows why the reply ended. It may not be whole.'
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
