import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { commandEndsUnsaved } from '../fakes/running-command.ts'
import type { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

/** A turn that the disk could not follow. */
const unsaved = (): Promise<World> => commandEndsUnsaved('full')

test('T18 a window that opens while a step is not saved shows the same as the others', async () => {
  const world = await unsaved()
  const told = world.events.findLast((event) => event.type === 'conversation.unsaved')
  const news = told?.type === 'conversation.unsaved' ? told.messages : []
  expect(news.map(({ content }) => content.type)).toEqual(['tool', 'error'])
  const opened = await world.request('conversation.open', { conversationId: ID })
  if (!opened.ok) throw new Error(opened.error.message)
  expect(opened.value.messages).toEqual(world.store.history(ID))
  expect(opened.value.unsaved).toEqual(news)
  expect(opened.value.state.type).toBe('error')
})

test('unsaved messages keep their places when they are saved, and are shown once', async () => {
  const world = await unsaved()
  const before = await world.request('conversation.open', { conversationId: ID })
  world.store.failing = null
  await world.request('turn.retry', { conversationId: ID })
  const after = await world.request('conversation.open', { conversationId: ID })
  if (!before.ok || !after.ok) throw new Error('not opened')
  expect(after.value.messages).toEqual([...before.value.messages, ...before.value.unsaved])
  expect(after.value.unsaved).toEqual([])
  expect(after.value.messages).toEqual(world.store.history(ID))
})
