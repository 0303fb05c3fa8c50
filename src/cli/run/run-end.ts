import { assertNever } from '../../shared/assert-never.ts'
import type { RunOutcome } from '../../shared/conversation/run-event.ts'
import type { StateView } from '../../shared/conversation/state-view.ts'
import { wordsOfCause } from '../../client/words/words.ts'
import type { StopReason } from '../exit-codes.ts'
import { withoutButtons } from '../without-buttons.ts'

export interface End {
  readonly outcome: RunOutcome
  readonly message: string | null
  /** Set if this command stopped the turn. */
  readonly stopped?: StopReason
}

/** How a turn has ended that left the conversation at rest in this state. `hasRefused`: a call, because nobody could approve it. */
export function endOfTurn(
  state: StateView,
  { hasRefused, stopped }: { readonly hasRefused: boolean; readonly stopped: StopReason | null },
): End {
  switch (state.type) {
    case 'idle':
      if (state.unfinished === null) {
        const outcome = hasRefused ? 'needsApproval' : 'done'
        return { outcome, message: null }
      }
      if (state.unfinished === 'userCancel') return endOfStop(stopped)
      return {
        outcome: state.unfinished === 'limit' || state.unfinished === 'budget' ? 'limit' : 'failed',
        message: wordsOfCause(state.unfinished),
      }
    case 'error':
    case 'failed':
      return failure(withoutButtons(state.message))
    case 'contextExhausted':
      return failure('The conversation is too long for its model.')
    case 'completed':
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'awaitingApproval':
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'awaitingSubAgents':
    case 'cancelling':
      return { outcome: 'done', message: null }
    default:
      return assertNever(state)
  }
}

/** `stopped`: null if this command did not stop the turn. */
export function endOfStop(stopped: StopReason | null): End {
  switch (stopped) {
    case null:
      return failure('The turn was stopped in the app.')
    case 'timeout':
      return {
        outcome: 'limit',
        message: 'The time of --timeout is up. The turn was stopped.',
        stopped,
      }
    case 'outputFailed':
    case 'SIGINT':
    case 'SIGTERM':
    case 'SIGHUP':
    case 'readerGone':
      return { outcome: 'interrupted', message: 'Stopped.', stopped }
    default:
      return assertNever(stopped)
  }
}

export function failure(message: string): End {
  return { outcome: 'failed', message }
}
