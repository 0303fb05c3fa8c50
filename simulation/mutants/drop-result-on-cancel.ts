import type { Closing } from '../../src/main/core/tool-round.ts'
import { closeRound as close } from '../../src/main/core/tool-round.ts'
import type { Draft } from '../../src/main/core/step.ts'
import type { StateOf } from '../../src/shared/conversation-state.ts'

export {
  advanceRound,
  beginRound,
  describeCall,
  sayResult,
} from '../../src/main/core/tool-round.ts'

/** PLANTED BUG: the calls that had not started get no result. */
export function closeRound(draft: Draft, state: StateOf<'toolExecuting'>, closing: Closing): void {
  close(draft, { ...state, round: { ...state.round, remaining: [] } }, closing)
}
