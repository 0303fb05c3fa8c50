import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { child, delegating, idOf, submit } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

test('T53 a sub-agent whose model fails is reported once, with the reason', async () => {
  const world = await delegating('Look')
  world.model.lastOf(idOf(child(world, 0))).fail('auth')
  await world.time.settle()
  expect(world.transcript.filter((line) => line.startsWith('sub-agent'))).toEqual([
    'sub-agent auth: It failed: auth.',
  ])
  expect(world.state.type).toBe('llmRequesting')
})

test('a sub-agent that is not stored ends with an internal error, and the round continues', async () => {
  const world = new World()
  const conversation = world.store.conversation.bind(world.store)
  world.store.conversation = (id) => (id === ID ? conversation(id) : null)
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(world.transcript.filter((line) => line.startsWith('sub-agent'))).toEqual([
    'sub-agent internal: It could not be started because of a fault in Phoenix.',
  ])
  expect(world.state.type).toBe('llmRequesting')
})

test('a sub-agent whose start throws ends with an internal error', async () => {
  const world = new World()
  const conversation = world.store.conversation.bind(world.store)
  world.store.conversation = (id) => {
    if (id === ID) return conversation(id)
    throw new Error('a damaged row')
  }
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(world.transcript.filter((line) => line.startsWith('sub-agent internal'))).toHaveLength(1)
  expect(world.state.type).toBe('llmRequesting')
})

test('a sub-agent whose disk is full ends with that error, without disturbing another conversation', async () => {
  const world = new World()
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) =>
    each.conversationId === ID ? commit(each) : { ok: false as const, error: 'full' as const }
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(world.transcript.filter((line) => line.startsWith('sub-agent'))).toEqual([
    expect.stringContaining('sub-agent storage: It could not be started. The disk is full.'),
  ])
  expect(world.state.type).toBe('llmRequesting')
})

test('R9, T66 a crash of the app leaves one outcome for each sub-agent: its result, or interrupted', async () => {
  const world = await delegating('One', 'Two')
  const [first, second] = [child(world, 0), child(world, 1)]
  await submit(world, first, 'I was done')
  const again = world.restart()
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  const ends = again.transcript.filter((line) => line.startsWith('sub-agent'))
  expect(ends).toHaveLength(2)
  expect(ends[0]).toContain('completed: I was done')
  expect(ends[1]).toContain('interrupted')
  expect(again.store.conversation(idOf(second))?.state).toMatchObject({
    type: 'failed',
    reason: 'interrupted',
  })
  expect(again.model.requests).toHaveLength(0)
  const twice = again.restart()
  expect(twice.transcript).toEqual(again.transcript)
})

test('T27 quitting ends sub-agents with their conversation', async () => {
  const world = await delegating('One')
  const only = child(world, 0)
  const over = world.registry.shutdown()
  await world.time.advance(2_000)
  await over
  expect(only.current).toMatchObject({ type: 'failed', reason: 'interrupted' })
  const { records } = world.store
  for (const [id] of records) expect(world.store.conversation(id)?.hasOpenSession).toBe(false)
})
