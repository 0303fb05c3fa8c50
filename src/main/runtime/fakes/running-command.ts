import type { StoreFault } from '../../core/machine/store-fault.ts'
import { World } from './world.ts'

/** Runs a command in a turn. */
export async function commandRuns(world = new World()): Promise<World> {
  await world.send('Go')
  world.model.last.callBash('make')
  await world.time.settle()
  return world
}

/** Ends a turn's command with a step that cannot be saved. */
export async function commandEndsUnsaved(fault: StoreFault): Promise<World> {
  const world = await commandRuns()
  world.store.failing = fault
  world.tools.last.finish('made')
  await world.time.settle()
  return world
}
