import { haltTurn as haltTurnWell } from '../../src/main/core/round/close-turn.ts'
import type { Moved } from '../../src/main/core/machine/step.ts'

export {
  closeOverdue,
  failStorage,
  loseTurn,
  recordHalt,
  replaceTurn,
} from '../../src/main/core/round/close-turn.ts'

/** PLANTED BUG: sub-agents are not stopped with their parent. */
export function haltTurn(...[draft, context, state, halt]: Parameters<typeof haltTurnWell>): Moved {
  const moved = haltTurnWell(draft, context, state, halt)
  if (state.type !== 'awaitingSubAgents') return moved
  return { ...moved, effects: moved.effects.filter(({ type }) => type !== 'stopWork') }
}
