import type { ConversationId } from '../src/shared/ids.ts'
import { testContext } from '../src/main/core/test-context.ts'
import { child, idOf } from '../src/main/runtime/fakes/delegating.ts'
import { World } from '../src/main/runtime/fakes/world.ts'
import { observeTransitions } from './observed-transition.ts'
import { pairOf } from './sights.ts'

const CONVERSATION = 'c1' as ConversationId

/**
 * Chance would need a full disk, a Retry and a question within the half second in which a sub-agent stops: its end is of no
 * use to its parent any more, which asks a person something else by then.
 */
async function retryIntoAQuestion(isAllowed: boolean): Promise<void> {
  const context = { ...testContext(), permissionMode: 'ask' } as const
  const world = new World(undefined, undefined, { context })
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  const agent = idOf(child(world, 0))
  world.model.lastOf(agent).callBash('sleep 60')
  await world.time.settle()
  await world.decide({ type: 'once' }, agent)
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) =>
    each.conversationId === CONVERSATION ? { ok: false, error: 'full' } : commit(each)
  world.cancel()
  world.store.commit = commit
  await world.request('turn.retry', { conversationId: CONVERSATION })
  await world.time.settle()
  const [run] = world.tools.runs
  world.model.lastOf(CONVERSATION).callBash('make')
  await world.time.settle()
  if (isAllowed) await world.decide({ type: 'once' })
  run?.finish('stopped', 'aborted')
  await world.time.settle()
}

/** A model answers a request that was stopped, while a tool of the turn behind it is being stopped. */
async function answerFarTooLate(): Promise<void> {
  const world = new World()
  await world.send('Ask me later')
  const { last } = world.model
  world.cancel()
  await world.send('Now')
  world.model.last.callBash('sleep 60')
  await world.time.settle()
  world.cancel()
  last.say('Far too late')
  await world.time.settle()
}

const LIVES: readonly (() => Promise<void>)[] = [
  () => retryIntoAQuestion(false),
  () => retryIntoAQuestion(true),
  answerFarTooLate,
]

/** Lives played by hand, for pairs of state and event that no seed is known to meet: the pairs that they met. */
export async function playScripted(): Promise<ReadonlySet<string>> {
  const met = new Set<string>()
  observeTransitions((state, _, event, step) => met.add(pairOf(state, event, step)))
  for (const live of LIVES) await live()
  observeTransitions(null)
  return met
}
