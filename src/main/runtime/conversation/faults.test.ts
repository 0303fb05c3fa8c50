import { expect, onTestFinished, test } from 'vitest'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { createFaultNews } from '../registry/fault-news.ts'
import { type Fault, onFault } from '../guard.ts'
import { HeldHooks } from '../fakes/held-hooks.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

/** As compose.ts does it: whoever hears of a fault tells the registry whose it was. */
function withNet(world: World): readonly Fault[] {
  const faults: Fault[] = []
  const hear = (fault: Fault): void => {
    faults.push(fault)
    if (fault.conversationId !== null) world.registry.faulted(fault.conversationId)
  }
  onTestFinished(onFault(hear))
  return faults
}

function rowsOf(world: World): Readonly<Record<string, string>> {
  return Object.fromEntries(world.registry.rows.all().map(({ id, activity }) => [id, activity]))
}

/** The commit of one conversation throws, which no store does on purpose. */
function breakCommits(world: World, id: ConversationId = ID): () => void {
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) => {
    if (each.conversationId === id) throw new Error('a bug')
    return commit(each)
  }
  return () => {
    world.store.commit = commit
  }
}

test('T67 a step that throws sets its conversation aside, and the others continue', async () => {
  const world = new World()
  const faults = withNet(world)
  const other = world.create('other')
  await world.send('Go')
  const mend = breakCommits(world)
  world.model.last.callBash('ls')
  await world.time.settle()
  expect(faults).toMatchObject([{ where: 'a step', conversationId: ID }])
  expect(rowsOf(world)).toEqual({ [ID]: 'setAside', other: 'idle' })
  expect(world.tools.runs).toEqual([])
  expect(await world.request('conversation.open', { conversationId: ID })).toMatchObject({
    ok: false,
    error: { code: 'setAside' },
  })
  mend()
  other.dispatch(
    { type: 'userMessage', messageId: 'o1' as never, text: 'Hi', attachments: [], mode: 'policy' },
    () => {},
  )
  await world.time.settle()
  world.model.last.replyText('Hello')
  await world.time.settle()
  expect(other.current.type).toBe('idle')
})

test('T67 a busy conversation that was set aside works normally again once a person tries it', async () => {
  const world = new World()
  withNet(world)
  await world.send('Go')
  const mend = breakCommits(world)
  world.model.last.callBash('ls')
  await world.time.settle()
  mend()
  await world.request('conversation.recover', { conversationId: ID })
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  await world.send('Go on')
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.transcript.at(-1)).toContain('Done')
})

test('T67 a busy conversation that was set aside stays aside over a restart', async () => {
  const world = new World()
  withNet(world)
  await world.send('Go')
  breakCommits(world)
  world.model.last.callBash('ls')
  await world.time.settle()
  const again = new World(world.store, world.time, { isRestart: true, follows: false })
  expect(rowsOf(again)).toEqual({ [ID]: 'setAside' })
})

test('work of a conversation that is set aside is stopped', async () => {
  const world = new World()
  withNet(world)
  await world.send('Go')
  world.model.last.callBash('sleep 9')
  await world.time.settle()
  const { signal } = world.tools.last.run
  breakCommits(world)
  expect(() => world.cancel()).toThrow('a bug')
  expect(signal.aborted).toBe(true)
  expect(world.ended).toEqual([`jobs of ${ID}`])
  expect(rowsOf(world)).toEqual({ [ID]: 'setAside' })
})

test('a message whose step throws after a wait for a locked database is not said to be refused: it may be saved', async () => {
  const world = new World()
  withNet(world)
  world.store.failing = 'locked'
  const asked = ['m1', 'm2'].map((id) =>
    world.request('message.send', {
      conversationId: ID,
      messageId: id as never,
      text: 'Go',
      attachments: [],
      mode: 'policy',
    }),
  )
  await world.time.settle()
  world.store.failing = null
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) => {
    commit(each)
    throw new Error('a bug')
  }
  await world.time.advance(100)
  expect(await Promise.all(asked)).toMatchObject([
    { ok: false, error: { code: 'internal' } },
    { ok: false, error: { code: 'storage' } },
  ])
  const { messages = [] } = world.store.records.get(ID) ?? {}
  expect(messages.map(({ id }) => id)).toEqual(['m1'])
})

test('Stop ends the hooks of the last turn though the step that ends this one throws', async () => {
  const hooks = new HeldHooks()
  const world = new World(undefined, undefined, { hooks })
  withNet(world)
  await world.send('Go')
  hooks.answer()
  await world.time.settle()
  world.model.last.replyText('Done')
  await world.time.settle()
  await world.send('On')
  const [atEnd] = hooks.requests.flatMap((each) => (each.on === 'turn' ? [each.with] : []))
  breakCommits(world)
  expect(() => world.registry.stop(ID, () => {})).toThrow('a bug')
  expect(atEnd?.signal.aborted).toBe(true)
})

test('a parent continues without a sub-agent that is set aside', async () => {
  const world = new World()
  withNet(world)
  await world.send('Go')
  world.model.last.spawn('One')
  await world.time.settle()
  const [child] = world.children
  breakCommits(world, child?.record.stored.id)
  world.model.last.callBash('ls')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting' })
  expect(world.transcript.join('\n')).toContain('fault in Phoenix')
})

test('a fault in the work of a conversation ends its turn with a sentence, and the next message continues', async () => {
  const world = new World()
  withNet(world)
  await world.send('Go')
  world.model.last.callBash('sleep 9')
  await world.time.settle()
  const { signal } = world.tools.last.run
  world.registry.faulted(ID)
  await world.time.settle()
  expect(signal.aborted).toBe(true)
  expect(world.state).toMatchObject({ type: 'error' })
  await world.send('Go on')
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.state.type).toBe('idle')
})

test('a fault in the work of a resting conversation changes nothing', async () => {
  const world = new World()
  withNet(world)
  const before = world.state
  world.registry.faulted(ID)
  await world.time.settle()
  expect(world.state).toBe(before)
})

test('clients get a sentence about a fault, at most one every 10 s for each conversation', async () => {
  const { time } = new World()
  const told: ClientEvent[] = []
  const tell = createFaultNews(time, (event) => told.push(event))
  tell(ID)
  tell(ID)
  tell(null)
  expect(told).toMatchObject([
    { type: 'host.faulted', conversationId: ID, message: expect.stringContaining('keeps running') },
    { type: 'host.faulted', conversationId: null },
  ])
  await time.advance(10_000)
  tell(ID)
  expect(told).toHaveLength(3)
})
