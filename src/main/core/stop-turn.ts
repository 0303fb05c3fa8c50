import type { StateOf } from '../../shared/conversation-state.ts'
import { stopAwaited } from './awaited.ts'
import { WORK_LOST } from './failures.ts'
import type { Draft, Moved } from './step.ts'
import { failTurn, interruptTurn } from './turn.ts'

type BeforeReply = StateOf<'awaitingLlm' | 'llmRequesting'>

/** REQ-BED-005: what is under way for a reply is stopped and never waited for. */
export function stopTurn(
  draft: Draft,
  state: BeforeReply,
  cause: 'userCancel' | 'shutdown',
): Moved {
  stopAwaited(draft, state, cause === 'shutdown' ? 'shutdown' : 'user')
  return interruptTurn(draft, state.turn.id, cause, cause)
}

/** Work that a reply waited for is gone without a report. */
export function loseTurn(draft: Draft, state: BeforeReply): Moved {
  stopAwaited(draft, state, 'internal')
  return failTurn(draft, state.turn.id, WORK_LOST)
}
