import { assertNever } from '../../shared/assert-never.ts'
import type { RunOutcome } from '../../shared/conversation/run-event.ts'
import type { StateView } from '../../shared/conversation/state-view.ts'
import { wordsOfCause } from '../../client/words/words.ts'
import type { StopReason } from '../exit-codes.ts'
import { troubleOf } from '../trouble-of.ts'

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
  const trouble = troubleOf(state)
  if (trouble !== null) return failure(trouble)
  if (state.type !== 'idle') return { outcome: 'done', message: null }
  const { unfinished } = state
  if (unfinished === null) return { outcome: hasRefused ? 'needsApproval' : 'done', message: null }
  if (unfinished === 'userCancel') return endOfStop(stopped)
  const isLimit = unfinished === 'limit' || unfinished === 'budget'
  return { outcome: isLimit ? 'limit' : 'failed', message: wordsOfCause(unfinished) }
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
