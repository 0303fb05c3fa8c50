import type { ConversationId } from '../src/shared/ids.ts'
import { narrowings } from './narrowings.ts'
import type { SimulationContext } from './faults/simulation-context.ts'

/** Returns the delay of the next turn of the loop. */
export function nextTurnMs({ choices }: SimulationContext): number {
  const { turnMs, isUneven } = narrowings()
  return isUneven && choices.int(6) !== 5 ? 0 : turnMs
}

/** A world in which people may act on something they have just seen. */
export interface ReactingWorld extends SimulationContext {
  live(): readonly ConversationId[]
  onImpatience(id: ConversationId): void
}

/** In a run of hasty people, someone acts before the report of a timer is processed. */
export function reactToTimer(world: ReactingWorld): void {
  const { choices, faults } = world
  if (!narrowings().isHasty || faults.isHealed || !choices.chance(0.3)) return
  const live = world.live()
  const id = live[choices.int(live.length)]
  if (id !== undefined) world.onImpatience(id)
}
