import { expect, test } from 'vitest'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function row(world: World): ConversationSummary | undefined {
  return world.registry.rows.all()[0]
}

/** What every client was last told of the row. */
function listedRow(world: World): ConversationSummary | null {
  const last = world.events.findLast((event) => event.type === 'list.changed')
  return last === undefined ? null : last.summary
}

// covers D-55
test('an archived conversation stays archived over a restart, and every list is notified', async () => {
  const world = new World()
  const archived = await world.request('conversation.archive', {
    conversationId: ID,
    isArchived: true,
  })
  expect(archived).toEqual({ ok: true, value: {} })
  expect(listedRow(world)).toMatchObject({ id: ID, isArchived: true })
  const again = world.restart()
  expect(row(again)).toMatchObject({ isArchived: true })
  await again.request('conversation.archive', { conversationId: ID, isArchived: false })
  expect(listedRow(again)).toMatchObject({ isArchived: false })
  expect(row(again)).toMatchObject({ isArchived: false })
})

test("an archived conversation continues its work, and a person's message unarchives it", async () => {
  const world = new World()
  await world.send('Hello')
  await world.request('conversation.archive', { conversationId: ID, isArchived: true })
  world.model.last.replyText('Hello yourself')
  await world.time.settle()
  expect(row(world)).toMatchObject({ isArchived: true, activity: 'idle' })
  await world.send('Are you there?')
  expect(listedRow(world)).toMatchObject({ isArchived: false })
  expect(world.restart().registry.rows.all()).toMatchObject([{ isArchived: false }])
})

test('a conversation pinned twice keeps its place among the pinned', async () => {
  const world = new World()
  const pin = (isPinned: boolean): Promise<unknown> =>
    world.request('conversation.pin', { conversationId: ID, isPinned })
  await pin(true)
  const pinnedAt = listedRow(world)?.pinnedAt
  expect(pinnedAt).toBe(world.time.now())
  await world.time.advance(1_000)
  await pin(true)
  expect(row(world)?.pinnedAt).toBe(pinnedAt)
  await pin(false)
  expect(listedRow(world)?.pinnedAt).toBeNull()
})

test('a change of place that cannot be saved returns the fault and changes nothing', async () => {
  const world = new World()
  world.store.failing = 'full'
  const answer = await world.request('conversation.archive', {
    conversationId: ID,
    isArchived: true,
  })
  expect(answer).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(row(world)).toMatchObject({ isArchived: false })
})
