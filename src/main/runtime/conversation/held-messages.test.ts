import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const HELD = ['held one', 'held two']

/** A turn that waits for the model, and two messages that wait for it. */
async function waited(world = new World()): Promise<World> {
  await world.send('Go')
  await world.putInOutbox('one')
  await world.putInOutbox('two', 'nextStep')
  return world
}

async function fail(world: World, kind: 'auth' | 'contextFull'): Promise<World> {
  world.model.last.fail(kind)
  await world.time.settle()
  return world
}

async function complete(world: World): Promise<void> {
  world.model.last.replyText('Done')
  await world.time.settle()
}

function onDisk(world: World): readonly string[] {
  return world.store.waiting(ID).map(lineOf)
}

function shown(world: World): readonly string[] | undefined {
  const told = world.events.findLast((event) => event.type === 'conversation.waiting')
  return told?.type === 'conversation.waiting' ? told.waiting.map(lineOf) : undefined
}

function lineOf({ id, when }: WaitingMessage): string {
  return `${when} ${id}`
}

/** The disk refuses all that is written from now on, until it heals. */
async function loseDisk(world: World): Promise<void> {
  world.store.failing = 'full'
  await complete(world)
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
}

const STOPPED: readonly (readonly [string, () => Promise<World>])[] = [
  [
    'a stop',
    async () => {
      const world = await waited()
      world.cancel()
      await world.time.settle()
      return world
    },
  ],
  ['an error', async () => fail(await waited(), 'auth')],
  [
    'an exhausted context',
    async () => {
      const context = { ...testContext(), autoCompact: false }
      return fail(await waited(new World(undefined, undefined, { context })), 'contextFull')
    },
  ],
  ['a restart', async () => (await waited()).restart()],
]

test.each(STOPPED)(
  'after %s all waiting messages are held, on disk and on the screen',
  async (_, stop) => {
    const world = await stop()
    expect(onDisk(world)).toEqual(HELD)
    const opened = await world.request('conversation.open', { conversationId: ID })
    expect(opened.ok ? opened.value.waiting.map(lineOf) : []).toEqual(HELD)
  },
)

test('clients are notified that waiting messages are held', async () => {
  const world = await waited()
  world.cancel()
  expect(shown(world)).toEqual(HELD)
})

test('the next completed turn sends no held message, and its results take none along', async () => {
  const world = await fail(await waited(), 'auth')
  await world.send('Go on')
  world.model.last.callBash('make')
  await world.time.settle()
  world.tools.last.finish('made')
  await world.time.settle()
  await complete(world)
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(onDisk(world)).toEqual(HELD)
  expect(world.transcript.filter((line) => line.startsWith('user'))).toEqual([
    'user: Go',
    'user: Go on',
  ])
})

test('a message released while the agent works is sent at the end of that turn, the others stay held', async () => {
  const world = await fail(await waited(), 'auth')
  await world.send('Go on')
  await world.putInOutbox('two', 'idle')
  expect(shown(world)).toEqual(['held one', 'idle two'])
  await complete(world)
  expect(world.transcript.at(-1)).toBe('user: two')
  expect(onDisk(world)).toEqual(['held one'])
})

test('a message released when nothing is unfinished is sent at once', async () => {
  const world = await fail(await waited(), 'auth')
  await world.send('Go on')
  await complete(world)
  await world.putInOutbox('two', 'idle')
  expect(world.transcript.at(-1)).toBe('user: two')
  expect(onDisk(world)).toEqual(['held one'])
})

test('a message released or added after an error waits for the next turn', async () => {
  const world = await fail(await waited(), 'auth')
  await world.putInOutbox('one', 'idle')
  await world.putInOutbox('three')
  expect(world.state.type).toBe('error')
  expect(onDisk(world)).toEqual(['idle one', 'held two', 'idle three'])
  await world.send('Go on')
  await complete(world)
  await complete(world)
  expect(world.transcript.at(-1)).toBe('user: three')
  expect(onDisk(world)).toEqual(['held two'])
})

test('a held message stays held when edited', async () => {
  const world = await fail(await waited(), 'auth')
  await world.send('Go on')
  await complete(world)
  await world.putInOutbox('One', 'held', 'one')
  expect(onDisk(world)).toEqual(HELD)
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
})

test('a message that replaces the turn holds nothing', async () => {
  const world = await waited()
  world.sendNow('Instead', 'instead', 'interrupt')
  await world.time.settle()
  expect(onDisk(world)).toEqual(['idle one', 'nextStep two'])
  await complete(world)
  expect(world.transcript.at(-1)).toBe('user: one')
})

test('T18 a full disk holds all waiting messages: on the screen at once, on disk with the next save', async () => {
  const world = await waited()
  await loseDisk(world)
  expect(shown(world)).toEqual(HELD)
  expect(onDisk(world)).toEqual(['idle one', 'nextStep two'])
  world.store.failing = null
  await world.send('Go on')
  expect(onDisk(world)).toEqual(HELD)
  await complete(world)
  expect(world.transcript.at(-1)).toBe('agent: Done')
})

test('a message released after a full disk is not held again by the next save', async () => {
  const world = await waited()
  await loseDisk(world)
  const message = { id: 'one' as MessageId, text: 'one', attachments: [], when: 'idle' } as const
  const put = { conversationId: ID, message }
  expect(await world.request('outbox.put', put)).toMatchObject({ ok: false })
  expect(shown(world)).toEqual(HELD)
  world.store.failing = null
  expect(await world.request('outbox.put', put)).toEqual({ ok: true, value: {} })
  await world.send('Go on')
  expect(onDisk(world)).toEqual(['idle one', 'held two'])
  await complete(world)
  expect(world.transcript.at(-1)).toBe('user: one')
})
