import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { verifyConversation } from '../commands/history/verify-history.ts'
import { child, delegating, idOf } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

async function say(world: World, text: string): Promise<void> {
  await world.send(text, text)
  world.model.last.replyText(`Answer to ${text}`)
  await world.time.settle()
}

/** \`Two\` was edited: it is \`Two, again\` now. The messages have their texts as ids. */
async function edited(): Promise<World> {
  const world = new World()
  await say(world, 'One')
  await say(world, 'Two')
  const messageId = 'Two' as MessageId
  await world.request('conversation.rewind', { conversationId: ID, messageId })
  await say(world, 'Two, again')
  return world
}

function show(world: World, text: string, conversationId = ID) {
  const messageId = text as MessageId
  return world.request('conversation.showVersion', { conversationId, messageId })
}

function restoreTo(world: World, throughSeq: number) {
  return world.request('conversation.restoreTo', { conversationId: ID, throughSeq })
}

async function wordsAskedWith(world: World, text: string): Promise<readonly string[]> {
  await world.send(text, text)
  const { messages } = world.model.last.call.request
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  )
}

async function differenceIn(world: World): Promise<unknown> {
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  return (await verifyConversation(world.store.log, ID, pacing)).difference
}

test('an earlier version of a message becomes active again with its answer and continues, also after a restart', async () => {
  const world = await edited()
  expect(await show(world, 'Two')).toEqual({ ok: true, value: {} })
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  const first = ['One', 'Answer to One', 'Two', 'Answer to Two']
  expect(await wordsAskedWith(world, 'On')).toEqual([...first, 'On'])
  world.model.last.replyText('Answer to On')
  await world.time.settle()
  const again = world.restart()
  await show(again, 'Two, again')
  const second = ['One', 'Answer to One', 'Two, again', 'Answer to Two, again']
  expect(await wordsAskedWith(again, 'Off')).toEqual([...second, 'Off'])
  again.model.last.replyText('Answer to Off')
  await again.time.settle()
  await show(again, 'Two')
  expect(await wordsAskedWith(again, 'More')).toEqual([...first, 'On', 'Answer to On', 'More'])
  expect(await differenceIn(again)).toBeNull()
})

test('the active version cannot be chosen again, nor any in a busy conversation', async () => {
  const world = await edited()
  const { length } = world.transcript
  expect(await show(world, 'Two, again')).toEqual({ ok: true, value: {} })
  expect(await show(world, 'Nobody said this')).toEqual({ ok: true, value: {} })
  expect(world.transcript).toHaveLength(length)
  await world.send('Go')
  const before = world.state
  expect(await show(world, 'Two')).toMatchObject({ ok: false, error: { code: 'busy' } })
  expect(await restoreTo(world, 2)).toMatchObject({ ok: false, error: { code: 'busy' } })
  expect(world.state).toBe(before)
})

test('after restoring to a reply, later messages are no longer sent; going back is as easy', async () => {
  const world = new World()
  await say(world, 'One')
  await say(world, 'Two')
  await restoreTo(world, 2)
  await restoreTo(world, 2)
  expect(world.transcript.filter((line) => line.startsWith('rewound'))).toEqual(['rewound from 3'])
  expect(await wordsAskedWith(world, 'On')).toEqual(['One', 'Answer to One', 'On'])
  world.model.last.replyText('Answer to On')
  await world.time.settle()
  await show(world, 'Two')
  expect(await wordsAskedWith(world, 'More')).toContain('Answer to Two')
  expect(await differenceIn(world)).toBeNull()
})

test('a reply restored at one of its calls keeps all of its results', async () => {
  const world = new World()
  await world.send('Look')
  world.model.last.callBash('a', 'b')
  await world.time.settle()
  for (const text of ['one', 'two']) {
    world.tools.last.finish(text)
    await world.time.settle()
  }
  world.model.last.replyText('Seen')
  await world.time.settle()
  await restoreTo(world, 3)
  await world.send('On')
  const sent = JSON.stringify(world.model.last.call.request.messages)
  expect(sent).toContain('two')
  expect(sent).not.toContain('Seen')
})

test('sub-agents have no versions, and cannot be restored', async () => {
  const world = await delegating('one')
  const conversationId = idOf(child(world, 0))
  const refused = { ok: false, error: { code: 'invalidInput' } }
  expect(await show(world, 'm', conversationId)).toMatchObject(refused)
  const asked = { conversationId, throughSeq: 1 }
  expect(await world.request('conversation.restoreTo', asked)).toMatchObject(refused)
})
