import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { idOf } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function worldOf(searchesWeb: boolean): World {
  const context = testContext()
  const primary = { ...context.primary, ...(searchesWeb && { searchesWeb: true as const }) }
  return new World(undefined, undefined, { context: { ...context, primary } })
}

test("the provider's search is off until a person allows it, and for models without one", async () => {
  const asked: (boolean | undefined)[] = []
  for (const [searchesWeb, webSearch] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    const world = worldOf(searchesWeb)
    await world.request('conversation.configure', { conversationId: ID, webSearch })
    await world.send('Go')
    asked.push(world.model.last.call.webSearch)
  }
  expect(asked).toEqual([false, false, true])
})

test('the permission applies to sub-agents and to the screen, and survives a restart', async () => {
  const world = worldOf(true)
  await world.request('conversation.configure', { conversationId: ID, webSearch: true })
  const told = { type: 'conversation.configured', webSearch: true, searchesWeb: true }
  expect(world.events).toContainEqual(expect.objectContaining(told))
  await world.send('Ask others')
  world.model.last.spawn('Look it up')
  await world.time.settle()
  const [child] = world.children
  if (child === undefined) throw new Error('no sub-agent')
  expect(world.model.lastOf(idOf(child)).call.webSearch).toBe(true)
  await world.request('conversation.configure', { conversationId: ID, webSearch: false })
  expect(child.liveContext.webSearch).toBe(false)
  await world.request('conversation.configure', { conversationId: ID, webSearch: true })
  expect(world.restart().store.conversation(ID)?.webSearch).toBe(true)
})

test('new conversations start with the value in Settings, and the others stay as they are', async () => {
  const world = worldOf(true)
  const behaviour = { ...world.settings.behaviour, webSearch: true }
  world.settings = { ...world.settings, behaviour }
  const conversationId = 'c2' as ConversationId
  await world.request('conversation.create', { conversationId, folder: '/work' })
  expect(world.store.conversation(conversationId)?.webSearch).toBe(true)
  expect(world.store.conversation(ID)?.webSearch).toBe(false)
})
