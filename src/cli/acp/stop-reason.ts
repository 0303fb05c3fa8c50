import { RequestError, type StopReason } from '@agentclientprotocol/sdk'
import type { AppError } from '../../shared/app-error.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { StateView } from '../../shared/conversation/state-view.ts'
import { wordsOfCause } from '../../client/words/words.ts'
import { troubleOf } from '../trouble-of.ts'
import { withoutButtons } from '../without-buttons.ts'

/** Returns how a turn ended, once the conversation rests. If it is an error, the prompt fails with it. */
export function endOf(state: StateView, messages: readonly Message[]): StopReason | RequestError {
  const trouble = troubleOf(state)
  const advice = state.type === 'contextExhausted' ? ' /compact makes room.' : ''
  if (trouble !== null) return failure(trouble + advice)
  if (state.type !== 'idle') return 'end_turn'
  if (state.unfinished === 'userCancel') return 'cancelled'
  if (state.unfinished === 'limit') return 'max_turn_requests'
  if (state.unfinished !== null) return failure(wordsOfCause(state.unfinished))
  return reasonOf(messages)
}

/** Returns why a prompt was not taken. */
export function refusalOf({ message }: AppError): RequestError {
  return RequestError.invalidRequest(undefined, withoutButtons(message))
}

function failure(message: string): RequestError {
  return new RequestError(-32603, message)
}

/** Returns how the last reply ended. */
function reasonOf(messages: readonly Message[]): StopReason {
  const last = messages.findLast(({ content }) => content.type === 'agent')?.content
  if (last?.type !== 'agent') return 'end_turn'
  switch (last.end) {
    case 'refusal':
      return 'refusal'
    case 'maxTokens':
    case 'contextFull':
      return 'max_tokens'
    case 'endTurn':
    case 'stopSequence':
    case 'toolUse':
    case 'pauseTurn':
    case 'unknown':
      return 'end_turn'
    default:
      return assertNever(last.end)
  }
}
