import type { ConversationId } from '../../../shared/ids.ts'
import type { Context } from '../../core/machine/context.ts'
import { testContext } from '../../core/testing/test-context.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { World } from './world.ts'

/** Returns a world whose conversation waits for one sub-agent per task. */
export function delegating(...tasks: readonly string[]): Promise<World> {
  return delegatingIn(new World(), tasks)
}

/** As `delegating`, and its sub-agents ask a person before each command. */
export function delegatingToAskers(...tasks: readonly string[]): Promise<World> {
  const context: Context = { ...testContext(), permissionMode: 'ask' }
  return delegatingIn(new World(undefined, undefined, { context }), tasks)
}

async function delegatingIn(world: World, tasks: readonly string[]): Promise<World> {
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
