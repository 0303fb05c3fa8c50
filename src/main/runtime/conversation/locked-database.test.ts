import { expect, test } from 'vitest'
import type { Answer } from './mailbox-item.ts'
import { commandEndsUnsaved, commandRuns } from '../fakes/running-command.ts'
import { World } from '../fakes/world.ts'

const LONG_MS = 10 * 60_000

/** A turn whose call has finished while another program holds the database. */
const heldUp = (): Promise<World> => commandEndsUnsaved('locked')

async function letGo(world: World): Promise<void> {
  world.store.failing = null
  await world.time.advance(100)
}

/** The answers to a message, as they come. */
function said(world: World, text: string, runtime = world.runtime): readonly Answer[] {
  const answers: Answer[] = []
  const message = { messageId: text as never, text, attachments: [], mode: 'policy' } as const
  runtime.dispatch({ type: 'userMessage', ...message }, (answer) => answers.push(answer))
  return answers
}

/** A message that was put to wait after the lock, before the step of the message ahead of it is tried again. */
async function laterBehindALock(): Promise<World> {
  const world = new World()
  world.store.failing = 'locked'
  said(world, 'Go')
  world.store.failing = null
  await world.putInOutbox('Later')
  return world
}

test('R22 a turn that meets a lock waits for as long as it lasts, and continues where it was', async () => {
  const world = await heldUp()
  await world.time.advance(LONG_MS)
  expect(world.state.type).toBe('toolExecuting')
  expect(world.model.requests).toHaveLength(1)
  await letGo(world)
  expect(world.model.requests).toHaveLength(2)
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  expect(world.transcript.at(-1)).toBe('agent: Done')
})

test('Stop ends the turn in the same tick, and what was not saved is saved with the next message', async () => {
  const world = await commandRuns()
  const { signal } = world.tools.last.run
  world.store.failing = 'locked'
  world.cancel()
  expect(signal.aborted).toBe(true)
  world.tools.last.finish('made')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
  await letGo(world)
  await world.send('On')
  expect(world.transcript.slice(-3)).toEqual([
    'tool unknown: Its result could not be stored; its effect is unknown.',
    expect.stringContaining('error: Another program holds'),
    'user: On',
  ])
})

test('Stop ends a turn whose step waits already, and with it all that waits', async () => {
  const world = await heldUp()
  const message = said(world, 'More')
  expect(message).toEqual([])
  world.cancel()
  expect(world.state.type).toBe('error')
  expect(message).toEqual([{ type: 'failed', fault: 'locked' }])
  await world.time.advance(LONG_MS)
  expect(world.model.requests).toHaveLength(1)
})

test('a message sent at rest is answered when it is saved', async () => {
  const world = new World()
  world.store.failing = 'locked'
  const answers = said(world, 'Go')
  await world.time.advance(1_000)
  expect(answers).toEqual([])
  await letGo(world)
  expect(answers).toEqual([{ type: 'accepted' }])
  expect(world.transcript).toEqual(['user: Go'])
})

test('a conversation whose message waits counts as working', async () => {
  const world = new World()
  const working = (): readonly string[] => world.registry.rows.working().map(({ id }) => id)
  expect(working()).toEqual([])
  world.store.failing = 'locked'
  said(world, 'Go')
  expect(world.state.type).toBe('idle')
  expect(working()).toEqual(['c1'])
})

test('a message that is sent again while it waits is saved once', async () => {
  const world = new World()
  world.store.failing = 'locked'
  const answers = [said(world, 'Go'), said(world, 'Go')]
  await letGo(world)
  expect(answers).toEqual([[{ type: 'accepted' }], [{ type: 'refused', reason: 'stale' }]])
  expect(world.transcript).toEqual(['user: Go'])
})

test('a message that is put to wait meanwhile is sent when the turn is over, not into it', async () => {
  const world = await laterBehindALock()
  await letGo(world)
  expect(world.transcript).toEqual(['user: Go'])
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Go', 'agent: Done', 'user: Later'])
})

test('a step that rests lets the message go that was put to wait meanwhile', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  world.store.failing = 'locked'
  world.runtime.changeSettings({ network: true })
  world.store.failing = null
  await world.putInOutbox('Later')
  await letGo(world)
  expect(world.transcript.at(-1)).toBe('user: Later')
})

test('Stop holds a message that was put to wait after the lock, before the step was tried again', async () => {
  const world = await laterBehindALock()
  world.cancel()
  await letGo(world)
  expect(world.transcript).toEqual([])
  expect(world.runtime.outbox.waiting).toMatchObject([{ text: 'Later', when: 'held' }])
})

test('Stop holds it also if the database is locked again: the next turn does not send it', async () => {
  const world = await laterBehindALock()
  world.store.failing = 'locked'
  world.cancel()
  await letGo(world)
  await world.send('On')
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: On', 'agent: Done'])
  expect(world.runtime.outbox.waiting).toMatchObject([{ text: 'Later', when: 'held' }])
})

test('commands behind a step that waits are taken in their order', async () => {
  const world = new World()
  world.store.failing = 'locked'
  const first = said(world, 'One')
  const second = said(world, 'Two')
  await letGo(world)
  expect(first).toEqual([{ type: 'accepted' }])
  expect(second).toEqual([{ type: 'refused', reason: 'busy' }])
})

test('settings chosen while the first message waits are in force from then on', async () => {
  const world = new World()
  world.store.failing = 'locked'
  said(world, 'One')
  world.runtime.changeSettings({ network: true })
  await letGo(world)
  expect(world.runtime.liveContext.network).toBe(true)
})

test('deletion ends the wait: the sender is answered, and nothing is written', async () => {
  const world = new World()
  world.store.failing = 'locked'
  const answers = said(world, 'Go')
  world.runtime.abandon()
  await letGo(world)
  expect(answers).toEqual([{ type: 'failed', fault: 'locked' }])
  expect(world.transcript).toEqual([])
})

test('a lost timer does not prolong the wait', async () => {
  const world = await commandRuns()
  world.store.failing = 'locked'
  world.time.start = () => () => undefined
  world.tools.last.finish('made')
  await world.time.settle()
  world.store.failing = null
  await world.time.advance(2_000)
  expect(world.model.requests).toHaveLength(2)
})

test('other conversations go on once the lock is over, each from where it was', async () => {
  const world = await commandRuns()
  const other = world.create('other')
  world.store.failing = 'locked'
  world.tools.last.finish('made')
  const answers = said(world, 'Meanwhile', other)
  await world.time.advance(LONG_MS)
  await letGo(world)
  expect(answers).toEqual([{ type: 'accepted' }])
  expect([world.state.type, other.current.type]).toEqual(['llmRequesting', 'llmRequesting'])
})

test('a start closes what was busy, though nothing can be saved, and hangs on nothing', async () => {
  const world = await commandRuns()
  world.store.failing = 'locked'
  const again = world.restart()
  expect(again.state.type).toBe('idle')
  world.store.failing = null
  await again.send('On')
  expect(again.transcript.at(-1)).toBe('user: On')
})
