import type { ConversationId } from '../../../shared/ids.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { World } from './world.ts'

/** Returns a world whose conversation waits for one sub-agent per task. */
export async function delegating(...tasks: readonly string[]): Promise<World> {
  const world = new World()
  await world.send('Ask others')
  world.model.last.spawn(...tasks)
  await world.time.settle()
  return world
}

export function idOf({ record }: ConversationRuntime): ConversationId {
  return record.stored.id
}

/** Returns the sub-agent at `index` among the live ones: that of this task, as long as none has ended. */
export function child(world: World, index: number): ConversationRuntime {
  const runtime = world.children[index]
  if (runtime === undefined) throw new Error(`no sub-agent ${index}`)
  return runtime
}

export async function submit(
  world: World,
  runtime: ConversationRuntime,
  result: string,
): Promise<void> {
  world.model.lastOf(idOf(runtime)).submit(result)
  await world.time.settle()
}
