import type { Context } from '../../src/main/core/machine/context.ts'
import type { Halt, Running } from '../../src/main/core/turn/halt.ts'
import type { Draft, Moved } from '../../src/main/core/machine/step.ts'
import { haltTurn as halt } from '../../src/main/core/round/close-turn.ts'

export {
  closeOverdue,
  failStorage,
  loseTurn,
  recordHalt,
  replaceTurn,
} from '../../src/main/core/round/close-turn.ts'

/** PLANTED BUG: calls that had not started get no result. */
export function haltTurn(draft: Draft, context: Context, state: Running, by: Halt): Moved {
  const dropped =
    state.type === 'toolExecuting' ? { ...state, round: { ...state.round, remaining: [] } } : state
  return halt(draft, context, dropped, by)
}
