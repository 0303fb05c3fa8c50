import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function isUnread(world: World): boolean | undefined {
  return world.registry.rows.all()[0]?.isUnread
}

async function turn(world: World): Promise<void> {
  await world.send('Hello')
  world.model.last.replyText('Hello yourself')
  await world.time.settle()
}

async function look(world: World, isLooking: boolean): Promise<void> {
  await world.request('conversation.look', { conversationId: ID, isLooking })
}

test('what a person watches is not unread', async () => {
  const world = new World()
  await look(world, true)
  await turn(world)
  expect(isUnread(world)).toBe(false)
})

test('what happens unwatched is unread until someone looks, also after a restart', async () => {
  const world = new World()
  await look(world, true)
  await look(world, false)
  await turn(world)
  expect(isUnread(world)).toBe(true)
  const again = world.restart()
  expect(isUnread(again)).toBe(true)
  await look(again, true)
  expect(isUnread(again)).toBe(false)
  expect(again.events.at(-1)).toMatchObject({ type: 'list.changed', summary: { isUnread: false } })
  expect(again.restart().registry.rows.all()).toMatchObject([{ isUnread: false }])
})

test('a disconnected client watches nothing', async () => {
  const world = new World()
  await look(world, true)
  await world.send('Hello')
  world.client.close()
  world.model.last.replyText('Hello yourself')
  await world.time.settle()
  expect(isUnread(world)).toBe(true)
})

test('looking at a conversation that is not open changes nothing', async () => {
  const world = new World()
  await turn(world)
  world.client.leave(ID)
  await look(world, true)
  expect(isUnread(world)).toBe(true)
})
