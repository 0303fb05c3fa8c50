import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'
import { verifyConversation } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId
const NOT_FOUND = { ok: false, error: { code: 'notFound' } }

async function answer(world: World, text: string): Promise<void> {
  world.model.last.replyText(text)
  await world.time.settle()
}

async function say(world: World, text: string): Promise<void> {
  await world.send(text, text)
  await answer(world, `Answer to ${text}`)
}

/** Turns with these messages, whose ids are their texts. */
async function talked(world = new World(), ...texts: readonly string[]): Promise<World> {
  for (const text of texts) await say(world, text)
  return world
}

const three = (): Promise<World> => talked(new World(), 'One', 'Two', 'Three')

function seqOf(world: World, id: string): number {
  return world.store.history(ID).find((each) => each.id === id)?.seq ?? Number.NaN
}

/** Asks for a summary of what was said before this message. */
async function ask(world: World, before: string): Promise<unknown> {
  const throughSeq = seqOf(world, before) - 1
  const answered = await world.request('turn.compact', { conversationId: ID, throughSeq })
  await world.time.settle()
  return answered
}

async function summarise(world: World, before: string, summary = 'They counted.'): Promise<void> {
  expect(await ask(world, before)).toEqual({ ok: true, value: {} })
  await answer(world, summary)
}

function sentBy(world: World): string {
  return JSON.stringify(world.model.last.call.request.messages)
}

function needed(world: World): readonly Message['content'][] {
  return world.runtime.record.memory.needed().map(({ content }) => content)
}

test('a summary of a part takes its place, and what follows is sent as it is', async () => {
  const world = await three()
  await ask(world, 'Three')
  expect(sentBy(world)).toMatch(/One.*Answer to One.*Two.*Answer to Two.*Summarise/)
  expect(sentBy(world)).not.toContain('Three')
  await answer(world, 'They counted.')
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  await say(world, 'Four')
  expect(sentBy(world)).toMatch(/They counted.*Three.*Answer to Three.*Four/)
  expect(sentBy(world)).not.toMatch(/One|Two/)
})

test('a request for a summary of a part begins as the request before it did', async () => {
  const world = await three()
  const blocks = (): readonly string[] =>
    world.model.last.call.request.messages.flatMap(({ role, blocks: all }) =>
      all.map((block) => role + JSON.stringify(block)),
    )
  const before = blocks()
  await ask(world, 'Three')
  expect(blocks().slice(0, 4)).toEqual(before.slice(0, 4))
})

test('what a restart reads of it is what was in memory', async () => {
  const world = await three()
  await summarise(world, 'Two')
  await say(world, 'Four')
  const before = needed(world)
  const again = world.restart()
  expect(needed(again)).toEqual(before)
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  expect((await verifyConversation(world.store.log, ID, pacing)).difference).toBeNull()
})

test('Retry sums up the same part', async () => {
  const world = await three()
  await ask(world, 'Three')
  world.model.last.fail('auth')
  await world.time.settle()
  expect(world.state.type).toBe('error')
  await world.request('turn.retry', { conversationId: ID })
  await world.time.settle()
  expect(sentBy(world)).not.toContain('Three')
  await answer(world, 'They counted.')
  expect(needed(world).filter(({ type }) => type === 'summary')).toMatchObject([
    { throughSeq: seqOf(world, 'Three') - 1 },
  ])
})

test('a summary of a part counts as smaller at once, whatever the replies behind it were asked with', async () => {
  const world = new World(undefined, undefined, { context: testContext() })
  world.model.usage = { ...NO_USAGE, inputTokens: 50_000 }
  await talked(world, 'One', 'Two', 'Three')
  world.model.usage = NO_USAGE
  await summarise(world, 'Three')
  expect(world.runtime.use.usedTokens).toBeLessThan(1_000)
})

test('images of what was summed up are not sent again, and those behind it are', async () => {
  const world = new World()
  await world.sendWithAttachments('Old', [testAttachment('old.png')])
  await answer(world, 'Seen')
  await world.sendWithAttachments('New', [testAttachment('new.png')])
  await answer(world, 'Seen as well')
  const newest = world.store.history(ID).findLast(({ content }) => content.type === 'user')
  await summarise(world, newest?.id ?? '')
  expect(world.runtime.use.holdsImages).toBe(true)
  await say(world, 'On')
  expect(sentBy(world)).not.toContain('old.png')
  expect(sentBy(world)).toContain('New')
})

test('an edit of a message before the summary brings back what was summed up', async () => {
  const world = await three()
  await summarise(world, 'Three')
  const rewind = (id: string) =>
    world.request('conversation.rewind', { conversationId: ID, messageId: id as MessageId })
  await rewind('Three')
  await say(world, 'Instead')
  // What a summary contains is not in memory: it is read.
  expect(sentBy(world)).toMatch(/Answer to One.*Answer to Two.*Instead/)
  expect(sentBy(world)).not.toMatch(/They counted|Three/)
})

test('a later summary contains the earlier one', async () => {
  const world = await three()
  await summarise(world, 'Two')
  await summarise(world, 'Three', 'They counted on.')
  await say(world, 'Four')
  expect(sentBy(world)).toMatch(/They counted on.*Three.*Four/)
  expect(sentBy(world)).not.toMatch(/They counted\.|Answer to Two/)
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  expect(sentBy(world)).toMatch(/They counted on.*Three.*Four.*Summarise/)
})

test('a fork behind it begins with the summary and what was kept', async () => {
  const world = await three()
  await summarise(world, 'Three')
  const fork = 'fork' as ConversationId
  const place = { conversationId: ID, throughSeq: world.store.history(ID).length }
  await world.request('conversation.fork', { ...place, newConversationId: fork })
  const runtime = world.registry.get(fork)
  const said = runtime?.record.memory.needed().map(({ content }) => content) ?? []
  expect(said.slice(-3)).toMatchObject([
    { type: 'summary', text: 'They counted.' },
    { type: 'user', text: 'Three' },
    { type: 'agent' },
  ])
  expect(said.at(-3)).not.toHaveProperty('throughSeq')
})

test('only a message of the person that is active and in no summary can follow the part', async () => {
  const world = await three()
  const compact = (throughSeq: number) =>
    world.request('turn.compact', { conversationId: ID, throughSeq })
  expect(await compact(seqOf(world, 'Three'))).toMatchObject(NOT_FOUND)
  expect(await compact(1_000)).toMatchObject(NOT_FOUND)
  await summarise(world, 'Three')
  expect(await ask(world, 'Two')).toMatchObject(NOT_FOUND)
  const asked = world.model.requests.length
  // Nothing was said between them.
  expect(await ask(world, 'Three')).toEqual({ ok: true, value: {} })
  expect(world.model.requests).toHaveLength(asked)
})

test('a summary of a part is for a conversation at rest', async () => {
  const world = await three()
  const throughSeq = seqOf(world, 'Two') - 1
  await world.send('Work')
  const asked = world.model.requests.length
  await world.request('turn.compact', { conversationId: ID, throughSeq })
  await world.time.settle()
  expect(world.model.requests).toHaveLength(asked)
})
