import { expect, test } from 'vitest'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

async function counted(world: World): Promise<number> {
  const asked = world.request('history.verify', { after: null })
  await world.time.advance(1_000)
  const verified = await asked
  if (!verified.ok) throw new Error(verified.error.message)
  return verified.value.stale
}

test('a report for an id that nothing waits for is refused, counted and not logged, even for a released conversation', async () => {
  const world = new World()
  await world.send('Go')
  world.cancel()
  expect(await counted(world)).toBe(0)
  const before = world.store.commits.length
  world.model.last.replyText('Too late')
  await world.time.settle()
  expect(await counted(world)).toBe(1)
  const answer = { type: 'once' } as const
  const callIds = ['gone.0' as CallId]
  await world.request('approval.answer', { conversationId: ID, callIds, answer })
  expect(await counted(world)).toBe(2)
  await world.request('turn.retry', { conversationId: ID })
  expect(await counted(world)).toBe(2)
  expect(world.store.commits).toHaveLength(before)
  world.client.leave(ID)
  await world.time.settle()
  expect(world.registry.live(ID)).toBeNull()
  expect(await counted(world)).toBe(2)
})
