import type { Budget } from '../../../shared/settings/budget.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from './world.ts'

export const ID = 'c1' as ConversationId
const PRICE = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0, long: null }
const USAGE = { inputTokens: 3, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** A world in which each reply costs three dollars, or nobody knows what. */
export function priced(budget: Budget, price: typeof PRICE | null = PRICE): World {
  const context = testContext()
  const world = new World(undefined, undefined, {
    context: { ...context, primary: { ...context.primary, price } },
  })
  world.budget = budget
  const ask = world.model.ask.bind(world.model)
  world.model.ask = async (call) => {
    const outcome = await ask(call)
    return outcome.type === 'responded' ? { ...outcome, usage: USAGE } : outcome
  }
  return world
}

let count = 0

/** A reply with a call of its own, and its result. */
export async function act(world: World, command = `echo ${++count}`): Promise<void> {
  world.model.last.callBash(command)
  await world.time.advance(1)
  world.tools.last.finish('')
  await world.time.settle()
}

export function stoppedFor(world: World): string | null {
  return world.state.type === 'idle' ? (world.state.unfinished?.cause ?? null) : null
}
