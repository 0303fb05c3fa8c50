import { expect, test } from 'vitest'
import { turnOf } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, TurnId } from '../../../shared/ids.ts'
import type { PermissionMode } from '../../../shared/conversation/turn.ts'
import { clockedContext } from '../../core/testing/test-context.ts'
import { child, idOf } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const MINUTE = 60_000

function limitedTo(minutesPerTurn: number, permissionMode: PermissionMode = 'auto'): World {
  const context = clockedContext()
  const caps = { ...context.caps, minutesPerTurn }
  return new World(undefined, undefined, { context: { ...context, permissionMode, caps } })
}

function stageOf(world: World): string | null {
  return turnOf(world.state)?.clock?.stage ?? null
}

test('R19 a turn that gets no more time ends by itself; a person who extends it lets it work on', async () => {
  const world = limitedTo(2)
  await world.send('Go')
  await world.time.advance(2 * MINUTE)
  expect(world.state.type).toBe('llmRequesting')
  expect(stageOf(world)).toBe('grace')
  expect(world.runtime.summary().activity).toBe('asking')
  const turnId = turnOf(world.state)?.id ?? ('' as TurnId)
  await world.request('turn.extend', { conversationId: ID, turnId })
  expect(stageOf(world)).toBe('limit')
  await world.time.advance(4 * MINUTE)
  expect(world.model.last.call.signal.reason).toEqual({ reason: 'timeout' })
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'limit' } })
  expect(world.lifecycle.at(-1)).toBe('turnInterrupted timeLimit')
  expect(world.time.timers).toBe(0)
  const late = await world.request('turn.extend', { conversationId: ID, turnId })
  expect(late).toEqual({ ok: true, value: {} })
})

test('sleep of the computer ends no turn: a turn counts awake time', async () => {
  const world = limitedTo(2)
  await world.send('Go')
  world.time.sleep(24 * 60 * MINUTE)
  await world.time.advance(MINUTE)
  expect(stageOf(world)).toBe('limit')
})

test.each([8 * 60 * MINUTE, -60 * MINUTE])(
  'a turn loses only awake time, even while a person is asked, when the wall clock jumps by %i ms',
  async (ms) => {
    const world = limitedTo(120, 'ask')
    await world.send('Go')
    await world.time.advance(MINUTE)
    world.time.sleep(ms)
    world.model.last.callBash('make')
    await world.time.settle()
    expect(world.state.type).toBe('awaitingApproval')
    expect(turnOf(world.state)?.clock?.time).toMatchObject({ leftMs: 119 * MINUTE })
  },
)

test('the first event after a sleep updates the deadlines in the state', async () => {
  const world = limitedTo(120)
  await world.send('Go')
  world.time.sleep(8 * 60 * MINUTE)
  await world.time.advance(MINUTE)
  world.model.last.call.onStarted()
  await world.time.settle()
  const dueAt = world.time.now() + 119 * MINUTE
  expect(turnOf(world.state)?.clock?.time).toMatchObject({ dueAt })
})

test("when a turn's time is over its sub-agents end with it, and none has more time than the turn", async () => {
  const world = limitedTo(2)
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  const agent = idOf(child(world, 0))
  await world.time.advance(4 * MINUTE)
  await world.time.advance(1_000)
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'limit' } })
  expect(world.registry.get(agent)?.current).toMatchObject({ type: 'failed', reason: 'timeout' })
  expect(world.time.timers).toBe(0)
})
