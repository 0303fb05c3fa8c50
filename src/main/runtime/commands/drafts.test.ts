import { expect, test } from 'vitest'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { EMPTY_MARK, markOf } from '../../../shared/messages/draft-mark.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { World } from '../fakes/world.ts'
import { ClientSession } from './session/client-session.ts'

const ID = 'c1' as ConversationId
const draft = (text: string) => ({ text, attachments: [], caret: 0 })
const FOREIGN = draft('A long thought')

const save = (world: World, text: string, known?: readonly string[]) =>
  world.request('draft.save', {
    conversationId: ID,
    ...draft(text),
    ...(known !== undefined && { known }),
  })

const send = (world: World, text: string) =>
  world.request('message.send', {
    conversationId: ID,
    messageId: `m ${text}` as MessageId,
    text,
    attachments: [],
    mode: 'policy',
  })

test('a draft from another window is replaced only by a window that knows it', async () => {
  const world = new World()
  world.store.saveDraft(ID, FOREIGN)
  const refused = { ok: true, value: { other: FOREIGN } }
  expect(await save(world, 'h', [EMPTY_MARK, markOf(draft('other'))])).toEqual(refused)
  expect(world.store.draft(ID)).toEqual(FOREIGN)
  expect(await save(world, 'h', [markOf(FOREIGN)])).toEqual({ ok: true, value: {} })
  expect(world.store.draft(ID).text).toBe('h')
})

test('an empty draft, the same one, and one whose saver knows nothing of this are replaced', async () => {
  const world = new World()
  expect(await save(world, 'h', [])).toEqual({ ok: true, value: {} })
  expect(await save(world, 'h', [])).toEqual({ ok: true, value: {} })
  expect(await save(world, 'x')).toEqual({ ok: true, value: {} })
  expect(world.store.draft(ID).text).toBe('x')
})

test.each([
  ['takes its draft with it', 'A long thought', ''],
  ['takes the beginning that was saved of it', 'A long thought that goes on', ''],
  ['leaves another draft', 'hi', FOREIGN.text],
])('a message %s', async (_, text, left) => {
  const world = new World()
  world.store.saveDraft(ID, FOREIGN)
  await send(world, text)
  expect(world.transcript).toEqual([`user: ${text}`])
  expect(world.store.draft(ID).text).toBe(left)
})

test('a message without the files of the draft leaves it', async () => {
  const world = new World()
  world.store.saveDraft(ID, { ...draft('Look'), attachments: [testAttachment('cat.png')] })
  await send(world, 'Look')
  expect(world.store.draft(ID).text).toBe('Look')
})

test('the other windows learn that a draft was saved or sent, unless its text is the same', async () => {
  const world = new World()
  const told: ClientEvent[] = []
  const other = new ClientSession(world.registry, (event) => {
    if (event.type === 'conversation.drafted') told.push(event)
  })
  const epoch = other.follow(ID, world.runtime)
  await save(world, 'hi')
  await save(world, 'hi')
  await send(world, 'hi')
  const event = { type: 'conversation.drafted', conversationId: ID, epoch }
  expect(told).toEqual([
    { ...event, draft: draft('hi'), replaced: EMPTY_MARK },
    { ...event, draft: draft(''), replaced: markOf(draft('hi')) },
  ])
  expect(world.events.map(({ type }) => type)).not.toContain('conversation.drafted')
})

test('a draft that another window saved while a message waited for the database is named as the one it took', async () => {
  const world = new World()
  const told: ClientEvent[] = []
  const other = new ClientSession(world.registry, (event) => {
    if (event.type === 'conversation.drafted') told.push(event)
  })
  other.follow(ID, world.runtime)
  await save(world, 'hi')
  world.store.failing = 'locked'
  const sent = send(world, 'hi there')
  world.store.failing = null
  await world.handlers['draft.save']({ conversationId: ID, ...draft('hi the') }, other)
  await world.time.advance(100)
  expect(await sent).toEqual({ ok: true, value: {} })
  expect(world.store.draft(ID).text).toBe('')
  expect(told.at(-1)).toMatchObject({ draft: draft(''), replaced: markOf(draft('hi the')) })
})

test('a draft with a message that was stored meanwhile is not saved; without it, it is', async () => {
  const world = new World()
  const sending = ['m hi' as MessageId]
  const both = { conversationId: ID, ...draft('hi\n\nmore'), sending }
  expect(await world.request('draft.save', both)).toEqual({ ok: true, value: {} })
  await save(world, '')
  await send(world, 'hi')
  expect(await world.request('draft.save', both)).toEqual({ ok: true, value: { isSent: true } })
  expect(world.store.draft(ID).text).toBe('')
  await save(world, 'more')
  expect(world.store.draft(ID).text).toBe('more')
  await world.putInOutbox('later')
  const waiting = { ...both, sending: ['later' as MessageId] }
  expect(await world.request('draft.save', waiting)).toEqual({ ok: true, value: { isSent: true } })
})

test.each([
  ['takes its draft with it', 'later', ''],
  ['leaves another draft', 'A long thought', 'A long thought'],
])('a message that waits %s', async (_, text, left) => {
  const world = new World()
  await send(world, 'Go')
  world.store.saveDraft(ID, draft(text))
  await world.putInOutbox('later')
  expect(world.store.draft(ID).text).toBe(left)
})

test('a conversation whose draft is on a damaged page opens, without it', async () => {
  const world = new World()
  world.store.draft = () => {
    throw new Error('database disk image is malformed')
  }
  const opened = await world.request('conversation.open', { conversationId: ID })
  expect(opened).toMatchObject({ ok: true, value: { draft: draft('') } })
})
