import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { MAX_WAITING } from '../../../../shared/messages/waiting.ts'
import { World } from '../../fakes/world.ts'

const ID = 'c1' as ConversationId

async function busy(): Promise<World> {
  const world = new World()
  await world.send('Go')
  return world
}

async function answer(world: World, text = 'Done'): Promise<void> {
  world.model.last.replyText(text)
  await world.time.settle()
}

function waitingIds(world: World): readonly string[] {
  return world.store.waiting(ID).map(({ id }) => id)
}

function shownWaiting(world: World): readonly string[] | undefined {
  const told = world.events.findLast((event) => event.type === 'conversation.waiting')
  return told?.type === 'conversation.waiting' ? told.waiting.map(({ id }) => id) : undefined
}

const idsOf = (...names: readonly string[]) => names as MessageId[]

test('waiting messages are sent one a turn, in order, as ordinary messages', async () => {
  const world = await busy()
  await world.putInOutbox('one')
  await world.putInOutbox('two')
  expect(shownWaiting(world)).toEqual(['one', 'two'])
  expect(world.transcript).toEqual(['user: Go'])
  await answer(world)
  expect(world.transcript).toEqual(['user: Go', 'agent: Done', 'user: one'])
  expect(shownWaiting(world)).toEqual(['two'])
  await answer(world)
  expect(world.transcript.at(-1)).toBe('user: two')
  expect(waitingIds(world)).toEqual([])
})

test('messages for the next step join behind the results, all of them and in order; the rest keep waiting', async () => {
  const world = await busy()
  world.model.last.callBash('make')
  await world.time.settle()
  await world.putInOutbox('later')
  await world.putInOutbox('now', 'nextStep')
  await world.putInOutbox('and now', 'nextStep')
  world.tools.last.finish('made')
  await world.time.settle()
  expect(world.transcript.slice(-3)).toEqual(['tool ok: made', 'user: now', 'user: and now'])
  expect(world.model.last.call.request.messages.at(-1)?.blocks.map(({ type }) => type)).toEqual([
    'toolResult',
    'text',
    'text',
  ])
  expect(waitingIds(world)).toEqual(['later'])
  expect(world.model.requests).toHaveLength(2)
})

test('R5 after a cancel and after an error all waiting messages stay, until a person sends them', async () => {
  const world = await busy()
  await world.putInOutbox('held')
  world.cancel()
  await world.time.settle()
  expect(waitingIds(world)).toEqual(['held'])
  await world.send('Again')
  world.model.last.fail('auth')
  await world.time.settle()
  expect(world.state.type).toBe('error')
  expect(waitingIds(world)).toEqual(['held'])
  const sent = { conversationId: ID, messageId: 'held' as MessageId, mode: 'policy' } as const
  expect(await world.request('outbox.send', sent)).toEqual({ ok: true, value: {} })
  expect(world.transcript.at(-1)).toBe('user: held')
  expect(waitingIds(world)).toEqual([])
  expect(await world.request('outbox.send', sent)).toEqual({ ok: true, value: {} })
  expect(world.transcript.filter((line) => line === 'user: held')).toHaveLength(1)
})

test('a waiting message that is sent while the agent is busy is refused and keeps waiting, or ends the turn', async () => {
  const world = await busy()
  await world.putInOutbox('held')
  const sent = { conversationId: ID, messageId: 'held' as MessageId } as const
  expect(await world.request('outbox.send', { ...sent, mode: 'policy' })).toMatchObject({
    ok: false,
    error: { code: 'busy', message: 'The agent is busy. Stop it, or stop and send.' },
  })
  expect(waitingIds(world)).toEqual(['held'])
  await world.request('outbox.send', { ...sent, mode: 'interrupt' })
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Go', 'user: held'])
  expect(world.lifecycle).toContain('turnInterrupted newMessage')
})

test('an edited message keeps its place, a removed one is never sent, and the order can be changed', async () => {
  const world = await busy()
  for (const id of ['a', 'b', 'c']) await world.putInOutbox(id)
  await world.putInOutbox('A', 'idle', 'a')
  await world.request('outbox.remove', { conversationId: ID, messageId: 'b' as MessageId })
  const messageIds = ['c', 'a'] as MessageId[]
  await world.request('outbox.order', { conversationId: ID, messageIds })
  expect(shownWaiting(world)).toEqual(['c', 'a'])
  await answer(world)
  await answer(world)
  await answer(world)
  const said = world.transcript.filter((line) => line.startsWith('user'))
  expect(said).toEqual(['user: Go', 'user: c', 'user: A'])
})

test('a message that comes back goes behind those that it followed, wherever others are by now', async () => {
  const world = await busy()
  for (const id of ['a', 'b', 'c', 'd']) await world.putInOutbox(id)
  await world.request('outbox.remove', { conversationId: ID, messageId: 'c' as MessageId })
  await world.request('outbox.order', { conversationId: ID, messageIds: idsOf('d', 'b', 'a') })
  const message = { id: 'c' as MessageId, text: 'c', attachments: [], when: 'idle' } as const
  const back = { conversationId: ID, message }
  await world.request('outbox.put', { ...back, behind: idsOf('a', 'b') })
  expect(shownWaiting(world)).toEqual(['d', 'b', 'a', 'c'])
  await world.request('outbox.put', { ...back, behind: idsOf('gone', 'd') })
  expect(shownWaiting(world)).toEqual(['d', 'c', 'b', 'a'])
  await world.request('outbox.put', { ...back, behind: [] })
  expect(shownWaiting(world)).toEqual(['c', 'd', 'b', 'a'])
})

test('R13 a message that was added and then sent is not added again: the same text succeeds, another is refused', async () => {
  const world = await busy()
  await world.putInOutbox('one')
  await answer(world)
  const message = { id: 'one' as MessageId, text: 'one', attachments: [], when: 'idle' } as const
  expect(await world.request('outbox.put', { conversationId: ID, message })).toEqual({
    ok: true,
    value: {},
  })
  expect(waitingIds(world)).toEqual([])
  const other = { ...message, text: 'other' }
  expect(await world.request('outbox.put', { conversationId: ID, message: other })).toMatchObject({
    ok: false,
    error: { code: 'messageIdReused' },
  })
})

test('a message meant to wait for a turn that has ended by then is sent at once', async () => {
  const world = await busy()
  await answer(world)
  await world.putInOutbox('just too late')
  expect(world.transcript.at(-1)).toBe('user: just too late')
  expect(waitingIds(world)).toEqual([])
})

test('a waiting message leaves the draft alone; a send clears it', async () => {
  const world = await busy()
  await world.putInOutbox('one')
  const draft = { text: 'half a thought', attachments: [], caret: 3 }
  await world.request('draft.save', { conversationId: ID, ...draft })
  await answer(world)
  expect(world.transcript.at(-1)).toBe('user: one')
  expect(world.store.draft(ID)).toEqual(draft)
})

test(`at most ${MAX_WAITING} messages wait, and one more is refused with a sentence`, async () => {
  const world = await busy()
  for (let n = 0; n < MAX_WAITING; n++) await world.putInOutbox(`m-${n}`)
  const message = { id: 'x' as MessageId, text: 'x', attachments: [], when: 'idle' } as const
  expect(await world.request('outbox.put', { conversationId: ID, message })).toMatchObject({
    ok: false,
    error: { code: 'tooManyWaiting' },
  })
})

test('R13 a step that cannot be saved leaves the message waiting', async () => {
  const world = await busy()
  await world.putInOutbox('one')
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) =>
    each.delivered.length > 0 ? { ok: false as const, error: 'full' as const } : commit(each)
  await answer(world)
  expect(world.transcript).toEqual(['user: Go', 'agent: Done'])
  expect(waitingIds(world)).toEqual(['one'])
  world.store.commit = commit
  await world.putInOutbox('One', 'idle', 'one')
  expect(waitingIds(world)).toEqual(['one'])
  await world.putInOutbox('two')
  expect(world.transcript.at(-1)).toBe('user: One')
  expect(waitingIds(world)).toEqual(['two'])
})

test('R13 no message overtakes one that could not be saved', async () => {
  const world = await busy()
  world.model.last.callBash('make')
  await world.time.settle()
  await world.putInOutbox('first', 'nextStep')
  await world.putInOutbox('second', 'nextStep')
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) =>
    each.delivered.includes('first' as MessageId)
      ? { ok: false as const, error: 'full' as const }
      : commit(each)
  world.tools.last.finish('made')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
  expect(waitingIds(world)).toEqual(['first', 'second'])
})

test('waiting messages survive a restart, and nothing sends them', async () => {
  const world = await busy()
  await world.putInOutbox('one')
  const again = world.restart()
  await again.time.advance(10_000)
  const opened = await again.request('conversation.open', { conversationId: ID })
  expect(opened.ok ? opened.value.waiting.map(({ id }) => id) : []).toEqual(['one'])
  expect(again.transcript).toEqual(['user: Go'])
  expect(again.model.requests).toHaveLength(0)
})
