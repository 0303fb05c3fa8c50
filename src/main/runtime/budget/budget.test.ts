import { expect, test } from 'vitest'
import { NO_BUDGET } from '../../../shared/settings/budget.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { child, delegating, idOf, submit } from '../fakes/delegating.ts'
import type { World } from '../fakes/world.ts'
import { act, ID, priced, stoppedFor } from '../fakes/priced.ts'

test('when the budget is used up the next request is not sent; Continue goes on for one turn, and the next message asks again', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 5 })
  await world.send('Go')
  await act(world)
  expect(world.state.type).toBe('llmRequesting')
  await act(world)
  expect(stoppedFor(world)).toBe('budget')
  expect(world.model.requests).toHaveLength(2)
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  await act(world)
  expect(world.state.type).toBe('llmRequesting')
  world.model.last.replyText('Done')
  await world.time.advance(1)
  expect(stoppedFor(world)).toBeNull()
  await world.send('And more')
  expect(stoppedFor(world)).toBe('budget')
  expect(world.model.requests).toHaveLength(4)
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  expect((await verifyHistory(world.store.log, null, pacing)).differences).toEqual([])
})

test.each([
  ['waits for its next attempt', 5_000, () => undefined],
  [
    'waits, and Try now is pressed',
    0,
    (world: World) => world.runtime.dispatch({ type: 'retryRequested' }, () => undefined),
  ],
] as const)(
  'a budget that is lowered while a failed request %s holds',
  async (_, afterMs, then) => {
    const world = priced({ ...NO_BUDGET, budgetUsd: 100 })
    await world.send('Go')
    await act(world)
    world.model.last.fail('rateLimit')
    await world.time.settle()
    world.budget = { ...NO_BUDGET, budgetUsd: 2 }
    then(world)
    await world.time.advance(afterMs)
    expect(stoppedFor(world)).toBe('budget')
    expect(world.model.requests).toHaveLength(2)
  },
)

/** Starts a sub-agent. */
async function delegate(world: World): Promise<ConversationRuntime> {
  world.model.last.spawn('Look around')
  await world.time.advance(1)
  return child(world, 0)
}

/** A reply of a sub-agent with a call of its own, and its result. */
async function actAs(world: World, agent: ConversationRuntime): Promise<void> {
  world.model.lastOf(idOf(agent)).callBash('ls')
  await world.time.advance(1)
  world.tools.last.finish('')
  await world.time.settle()
}

test('Continue goes on for the sub-agents of its turn too, if earlier ones have used up the budget', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 5 })
  await world.send('Go')
  await actAs(world, await delegate(world))
  expect(stoppedFor(world)).toBe('budget')
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  const second = await delegate(world)
  await actAs(world, second)
  world.model.lastOf(idOf(second)).submit('Seen')
  await world.time.advance(1)
  expect(world.state.type).toBe('llmRequesting')
  world.model.last.replyText('Done')
  await world.time.advance(1)
  expect(stoppedFor(world)).toBeNull()
  await world.send('And more')
  expect(stoppedFor(world)).toBe('budget')
})

test('Continue after another stop does not lift the budget', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 5 })
  await world.send('Go')
  world.cancel()
  await world.time.settle()
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  await act(world)
  await act(world)
  expect(stoppedFor(world)).toBe('budget')
})

test('a raised budget lets it continue, and no budget never asks', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 5 })
  await world.send('Go')
  await act(world)
  await act(world)
  world.budget = { ...NO_BUDGET, budgetUsd: 100 }
  await world.send('More')
  expect(world.state.type).toBe('llmRequesting')
  await act(world)
  world.budget = NO_BUDGET
  for (let round = 0; round < 40; round += 1) await act(world)
  expect(world.state.type).toBe('llmRequesting')
})

test('its own budget replaces the one in Settings, covers its sub-agents, and affects no other conversation', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 100 })
  const budget = { ...NO_BUDGET, budgetUsd: 5 }
  await world.request('conversation.configure', { conversationId: ID, budget })
  await world.send('Go')
  await act(world)
  await act(world)
  expect(stoppedFor(world)).toBe('budget')
  const measured = await world.request('conversation.measure', { conversationId: ID })
  expect(measured).toMatchObject({ value: { budget, use: { usd: 6 } } })
  // None at all is a choice too; null is the one in Settings.
  world.budget = budget
  await world.request('conversation.configure', { conversationId: ID, budget: NO_BUDGET })
  await world.send('More')
  expect(world.state.type).toBe('llmRequesting')
  await world.request('conversation.configure', { conversationId: ID, budget: null })
  await act(world)
  expect(stoppedFor(world)).toBe('budget')
})

test('its own budget survives a restart', async () => {
  const world = priced(NO_BUDGET)
  const budget = { budgetUsd: null, budgetMinutes: 2 }
  await world.request('conversation.configure', { conversationId: ID, budget })
  expect(world.restart().store.conversation(ID)?.chosenBudget).toEqual(budget)
})

test('tokens of unknown price do not use the budget, and are reported', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 5 }, null)
  await world.send('Go')
  for (let round = 0; round < 5; round += 1) await act(world)
  expect(world.state.type).toBe('llmRequesting')
  const measured = await world.request('conversation.measure', { conversationId: ID })
  expect(measured).toMatchObject({ value: { use: { usd: 0, unpricedTokens: 15 } } })
})

/** Ids of all messages that are read from the store from now on. */
function readsOf({ store }: World): string[] {
  const read: string[] = []
  const [messages, messagesOf] = [store.messages.bind(store), store.messagesOf.bind(store)]
  const noted = (found: ReturnType<typeof messages>): typeof found => {
    read.push(...found.map(({ id }) => id))
    return found
  }
  store.messages = (...asked) => noted(messages(...asked))
  store.messagesOf = (...asked) => noted(messagesOf(...asked))
  return read
}

test('each message is read once for the budget, however many requests follow', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 1_000 })
  world.runtime.record.memory.needed()
  const read = readsOf(world)
  await world.send('Go')
  for (let round = 0; round < 5; round++) await act(world)
  expect(world.model.requests).toHaveLength(6)
  expect(read).toEqual([...new Set(read)])
  expect(read).toHaveLength(11)
})

test('a history that cannot be read stops no turn that has a budget', async () => {
  const world = priced({ ...NO_BUDGET, budgetUsd: 5 })
  await world.send('Go')
  world.store.messages = () => {
    throw new Error('a damaged page')
  }
  await act(world)
  expect(world.state.type).toBe('llmRequesting')
  expect(world.registry.isSetAside(ID)).toBe(false)
})

test('a long history is read in slices before its first request with a budget: a Stop comes in between', async () => {
  const before = priced(NO_BUDGET)
  await before.send('Go')
  for (let round = 0; round < 200; round += 1) await act(before)
  before.cancel()
  await before.time.settle()
  const length = before.store.history(ID).length
  const world = before.restart()
  world.budget = { ...NO_BUDGET, budgetUsd: 100 }
  world.runtime.record.memory.needed()
  const read = readsOf(world)
  await world.request('turn.continue', { conversationId: ID })
  expect(world.state.type).toBe('awaitingLlm')
  expect(read.length).toBeLessThan(length / 2)
  world.cancel()
  expect(world.state.type).toBe('idle')
  await world.time.settle()
  expect(world.model.requests).toHaveLength(0)
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  world.model.last.replyText('Done')
  await world.time.advance(1)
  expect(stoppedFor(world)).toBeNull()
  await world.send('And more')
  expect(stoppedFor(world)).toBe('budget')
})

test('the answers of sub-agents are read once for the budget, however many requests follow', async () => {
  const world = await delegating('Look around')
  const agent = child(world, 0)
  await submit(world, agent, 'Seen')
  world.budget = { ...NO_BUDGET, budgetUsd: 1_000 }
  const read = readsOf(world)
  for (let round = 0; round < 5; round++) await act(world)
  expect(read).toContain(world.store.history(idOf(agent))[1]?.id)
  expect(read).toEqual([...new Set(read)])
})
