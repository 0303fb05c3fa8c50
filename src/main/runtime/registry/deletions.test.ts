import { expect, test, vi } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { DELETION_UNDO_MS } from '../../../shared/protocol/list-commands.ts'
import { child, delegating, idOf } from '../fakes/delegating.ts'
import { ManualTime } from '../fakes/manual-time.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const OTHER = 'c2' as ConversationId

async function remove(world: World, conversationId = ID): Promise<unknown> {
  return world.request('conversation.delete', { conversationId })
}

async function restore(world: World): Promise<unknown> {
  return world.request('conversation.restore', { conversationId: ID })
}

function listed(world: World): readonly ConversationId[] {
  return world.registry.rows.all().map(({ id }) => id)
}

/** A world in which a command runs. */
async function running(): Promise<World> {
  const world = new World()
  await world.send('Run it')
  world.model.last.callBash('npm test')
  await world.time.settle()
  expect(world.state.type).toBe('toolExecuting')
  return world
}

test('T74 a conversation deleted while a command runs is stopped first and hidden at once', async () => {
  const world = await running()
  const told = world.events.length
  expect(await remove(world)).toEqual({ ok: true, value: {} })
  expect(world.tools.last.stopReason).toBe('user')
  expect(world.ended).toEqual([`jobs of ${ID}`])
  expect(world.lifecycle.at(-1)).toBe('turnInterrupted userCancel')
  expect(world.events.at(-1)).toEqual({ type: 'list.removed', conversationId: ID })
  expect(listed(world)).toEqual([])
  expect(world.registry.rows.working()).toEqual([])
  const steps = world.events.slice(told).filter(({ type }) => type === 'conversation.stepped')
  expect(steps).toHaveLength(1)
})

test('prompts of a deleted conversation leave the history of prompts, and return once it is restored', async () => {
  const world = await running()
  const conversationId = OTHER
  await world.request('conversation.create', { conversationId, folder: '/work' })
  const earlier = () => world.request('prompt.earlier', { conversationId, before: null })
  const said = { ok: true, value: { prompts: ['Run it'], next: null } }
  expect(await earlier()).toEqual(said)
  await remove(world)
  expect(await earlier()).toEqual({ ok: true, value: { prompts: [], next: null } })
  await restore(world)
  expect(await earlier()).toEqual(said)
})

test('I35 clients get no more events of a deleted conversation, and cannot send to it', async () => {
  const world = await running()
  await remove(world)
  const told = world.events.length
  world.tools.last.print('late')
  world.tools.last.finish('late', 'aborted')
  await world.time.settle()
  const refused = { ok: false, error: { code: 'deleted' } }
  const message = { text: 'Hello', attachments: [] }
  const conversationId = ID
  expect(await world.request('conversation.open', { conversationId })).toMatchObject(refused)
  expect(
    await world.request('message.send', {
      conversationId,
      messageId: 'late' as MessageId,
      mode: 'policy',
      ...message,
    }),
  ).toMatchObject(refused)
  expect(await world.request('draft.save', { conversationId, ...message, caret: 0 })).toMatchObject(
    refused,
  )
  expect(
    await world.request('conversation.create', { conversationId, folder: '/work' }),
  ).toMatchObject(refused)
  expect(await remove(world)).toEqual({ ok: true, value: {} })
  expect(world.events.slice(told)).toEqual([])
})

test('others get their turn while many conversations are removed', async () => {
  const world = new World()
  const ids = Array.from({ length: 40 }, (_, at) => `many-${at}` as ConversationId)
  for (const conversationId of ids) {
    await world.request('conversation.create', { conversationId, folder: '/work' })
    await remove(world, conversationId)
  }
  const removals = vi.spyOn(world.store, 'removeConversations')
  const atTurns: number[] = []
  const soon = vi.spyOn(world.time, 'soon')
  soon.mockImplementation((run) => {
    atTurns.push(removals.mock.calls.length)
    queueMicrotask(run)
  })
  await world.time.advance(2 * DELETION_UNDO_MS)
  expect(removals).toHaveBeenCalledTimes(ids.length)
  expect(atTurns.filter((count) => count > 0 && count < ids.length)).toEqual([10, 20, 30])
})

test('a deletion undone in time restores everything, stopped', async () => {
  const world = await running()
  await remove(world)
  world.tools.last.finish('', 'aborted')
  await world.time.advance(DELETION_UNDO_MS - 1)
  expect(world.store.records.size).toBe(1)
  expect(await restore(world)).toEqual({ ok: true, value: {} })
  expect(world.events.at(-1)).toMatchObject({ type: 'list.changed', summary: { id: ID } })
  await world.time.advance(DELETION_UNDO_MS)
  expect(listed(world)).toEqual([ID])
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  await world.send('Go on')
  world.model.last.replyText('Gladly')
  await world.time.settle()
  expect(world.transcript.at(-1)).toContain('Gladly')
})

test('after the delay a deleted conversation is permanently gone, with the files that it named', async () => {
  const world = await running()
  await remove(world)
  world.tools.last.finish('', 'aborted')
  await world.time.advance(DELETION_UNDO_MS)
  expect(world.store.records.size).toBe(0)
  expect(world.ended.slice(1)).toEqual([`all of ${ID}`, 'something was left'])
  expect(await restore(world)).toMatchObject({ ok: false, error: { code: 'deleted' } })
  const again = await world.request('conversation.create', { conversationId: ID, folder: '/work' })
  expect(again).toMatchObject({ ok: false, error: { code: 'deleted' } })
  expect([world.time.timers, world.time.pulses]).toEqual([0, 0])
})

test('I35 work still running in a removed conversation commits nothing and starts nothing', async () => {
  const world = await running()
  await remove(world)
  const { commits } = world.store
  // A command that does not end when it is told to, and reports when the rows are gone.
  await world.time.advance(DELETION_UNDO_MS)
  const before = commits.length
  const asked = world.model.requests.length
  world.tools.last.finish('late', 'aborted')
  await world.time.settle()
  expect(commits).toHaveLength(before)
  expect(world.model.requests).toHaveLength(asked)
  expect(world.store.records.size).toBe(0)
  expect(world.warnings.filter((what) => what !== 'awaited work is not running')).toEqual([])
})

test('I35 a request answered after the removal commits nothing', async () => {
  const world = new World()
  await world.send('Hello')
  await remove(world)
  await world.time.advance(DELETION_UNDO_MS)
  const before = world.store.commits.length
  world.model.last.replyText('Hello yourself')
  await world.time.settle()
  expect(world.store.commits).toHaveLength(before)
  expect(world.store.records.size).toBe(0)
})

test('I32 its sub-agents are stopped and removed with it, and nobody reaches them meanwhile', async () => {
  const world = await delegating('one', 'two')
  const children = [child(world, 0), child(world, 1)].map(idOf)
  const asked = children.map((id) => world.model.lastOf(id))
  await remove(world)
  expect(asked.map(({ call }) => call.signal.aborted)).toEqual([true, true])
  for (const conversationId of children)
    expect(await world.request('conversation.open', { conversationId })).toMatchObject({
      error: { code: 'deleted' },
    })
  await world.time.advance(DELETION_UNDO_MS)
  expect(world.store.records.size).toBe(0)
  const before = world.store.commits.length
  for (const each of asked) each.submit('late')
  await world.time.settle()
  expect(world.store.commits).toHaveLength(before)
})

test('a title for a deleted conversation is dropped', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('Why does it hang?')
  world.model.last.replyText('Nobody closes it.')
  await world.time.settle()
  const title = world.model.last
  await remove(world)
  expect(title.call.signal.aborted).toBe(true)
  title.replyText('A late title')
  await world.time.settle()
  await restore(world)
  expect(world.registry.rows.all()).toMatchObject([{ title: 'Why does it hang?' }])
})

test('a host that crashes before the removal restores a deleted conversation complete and at rest', async () => {
  const world = await running()
  await remove(world)
  const again = world.restart()
  expect(listed(again)).toEqual([ID])
  expect(again.state.type).toBe('idle')
  expect(again.transcript[0]).toContain('Run it')
  await again.send('Go on')
  expect(again.state.type).toBe('llmRequesting')
})

test('a host that quits before the removal removes a deleted conversation', async () => {
  const world = await running()
  await remove(world)
  world.tools.last.finish('', 'aborted')
  const quitting = world.registry.shutdown()
  await world.time.settle()
  await quitting
  expect(world.store.records.size).toBe(0)
})

test('a conversation that cannot be removed from disk returns to the list, and says why', async () => {
  const world = new World()
  await world.send('Hello')
  world.model.last.replyText('Hello yourself')
  await world.time.settle()
  await remove(world)
  world.store.failing = 'full'
  await world.time.advance(DELETION_UNDO_MS)
  expect(listed(world)).toEqual([ID])
  expect(world.events.at(-1)).toMatchObject({ type: 'host.faulted', conversationId: ID })
  world.store.failing = null
  await world.send('Are you there?')
  expect(world.state.type).toBe('llmRequesting')
})

test('neither a sub-agent by itself nor an unknown conversation can be deleted', async () => {
  const world = await delegating('one')
  const missing = { ok: false, error: { code: 'notFound' } }
  expect(await remove(world, idOf(child(world, 0)))).toMatchObject(missing)
  expect(await remove(world, 'nobody' as ConversationId)).toMatchObject(missing)
})

test('a conversation that was set aside can be deleted', async () => {
  const world = new World()
  world.store.beginRecovery(ID)
  const again = new World(world.store, new ManualTime(), { isRestart: true, follows: false })
  expect(again.registry.isSetAside(ID)).toBe(true)
  await remove(again)
  expect(listed(again)).toEqual([])
  await again.time.advance(DELETION_UNDO_MS)
  expect(again.store.records.size).toBe(0)
  expect(again.store.setAside()).toEqual([])
})

test('a fork survives the conversation that it was made from', async () => {
  const world = new World()
  await world.send('Hello')
  world.model.last.replyText('Hello yourself')
  await world.time.settle()
  const newConversationId = 'c2' as ConversationId
  await world.request('conversation.fork', {
    conversationId: ID,
    newConversationId,
    throughSeq: null,
  })
  await remove(world)
  await world.time.advance(DELETION_UNDO_MS)
  expect(listed(world)).toEqual([newConversationId])
  expect(world.store.conversation(newConversationId)?.forkedFrom).toBeNull()
})

test('an id with rows left by a killed host is refused after the next start', async () => {
  const world = await running()
  world.store.createConversation({ id: OTHER, folder: '/work', permissionMode: 'ask', at: 1 })
  await remove(world)
  world.tools.last.finish('', 'aborted')
  await world.time.advance(DELETION_UNDO_MS)
  expect(world.store.leavingRows()).toEqual([ID])
  const create = { conversationId: ID, folder: '/work' }
  const next = new World(world.store, new ManualTime(), { isRestart: true, follows: false })
  expect(await next.request('conversation.create', create)).toMatchObject({
    ok: false,
    error: { code: 'deleted' },
  })
})

test('a message resent after its conversation was deleted is refused, although its rows are still there', async () => {
  const world = await running()
  const [stored] = world.store.history(ID)
  if (stored === undefined) throw new Error('it was not stored')
  await remove(world)
  expect(world.store.message(stored.id)).not.toBeNull()
  const again = { conversationId: ID, messageId: stored.id, text: 'Run it', attachments: [] }
  expect(await world.request('message.send', { ...again, mode: 'policy' })).toMatchObject({
    ok: false,
    error: { code: 'deleted' },
  })
})
