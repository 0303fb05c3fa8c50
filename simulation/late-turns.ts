import { narrowings } from './narrowings.ts'
import type { SimulationContext } from './simulation-context.ts'
import type { World } from './world.ts'

/** How long the next turn of the loop is held up. */
export function nextTurnMs({ choices }: SimulationContext): number {
  const { turnMs, isUneven } = narrowings()
  return isUneven && choices.int(6) !== 5 ? 0 : turnMs
}

/** In a run of hasty people somebody acts before the report of a timer is looked at. */
export function reactToTimer(world: World): void {
  const { choices, faults } = world
  if (!narrowings().isHasty || faults.isHealed || !choices.chance(0.3)) return
  const live = world.live()
  const id = live[choices.int(live.length)]
  if (id !== undefined) world.onImpatience(id)
}
