import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { World } from '../fakes/world.ts'

const [ONE, TWO, THREE] = ['one', 'two', 'three'] as ConversationId[] as [
  ConversationId,
  ConversationId,
  ConversationId,
]

const start = (world: World, conversationId: ConversationId, folder = '/new') =>
  world.request('conversation.create', { conversationId, folder, reusesEmpty: true })

const write = (world: World, conversationId: ConversationId, text: string) =>
  world.request('draft.save', { conversationId, text, attachments: [], caret: 0 })

test('starting again before the first message continues the same conversation', async () => {
  const world = new World()
  const all = await Promise.all([start(world, ONE), start(world, TWO), start(world, ONE)])
  expect(all).toMatchObject([
    { ok: true, value: { id: ONE } },
    { ok: true, value: { id: ONE } },
    { ok: true, value: { id: ONE } },
  ])
  expect(world.store.list().filter(({ folder }) => folder === '/new')).toHaveLength(1)
})

test('a message that waits unsent keeps its conversation, and a conversation with messages is not empty', async () => {
  const world = new World()
  await start(world, ONE)
  await write(world, ONE, 'Half a thought')
  expect(await start(world, TWO)).toMatchObject({ ok: true, value: { id: TWO } })
  await write(world, ONE, '')
  await world.request('message.send', {
    conversationId: TWO,
    messageId: 'm' as MessageId,
    text: 'Go',
    attachments: [],
    mode: 'policy',
  })
  expect(await start(world, THREE)).toMatchObject({ ok: true, value: { id: ONE } })
  expect(await start(world, THREE, '/other')).toMatchObject({ ok: true, value: { id: THREE } })
})

test('a deleted one is not continued, and scripts get one of their own', async () => {
  const world = new World()
  await start(world, ONE)
  await world.request('conversation.delete', { conversationId: ONE })
  expect(await start(world, TWO)).toMatchObject({ ok: true, value: { id: TWO } })
  const own = { conversationId: THREE, folder: '/new' }
  expect(await world.request('conversation.create', own)).toMatchObject({ value: { id: THREE } })
})

test('the choices of the second start apply to the one that continues', async () => {
  const world = new World()
  await start(world, ONE)
  const again = { conversationId: TWO, folder: '/new', reusesEmpty: true } as const
  await world.request('conversation.create', { ...again, permissionMode: 'readOnly' })
  expect(world.registry.get(ONE)?.record.own.permissionMode).toBe('readOnly')
})
