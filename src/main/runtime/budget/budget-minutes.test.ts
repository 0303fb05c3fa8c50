import { expect, test } from 'vitest'
import { NO_BUDGET } from '../../../shared/settings/budget.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { child, delegating, delegatingToAskers, idOf, submit } from '../fakes/delegating.ts'
import type { World } from '../fakes/world.ts'
import { act, ID, priced, stoppedFor } from '../fakes/priced.ts'

test('minutes of work count, waiting for a person does not', async () => {
  const world = priced({ ...NO_BUDGET, budgetMinutes: 2 })
  await world.send('Go')
  await world.time.advance(40_000)
  world.model.last.callBash('true')
  await world.time.advance(40_000)
  world.tools.last.finish('')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  await world.time.advance(50_000)
  await act(world)
  expect(stoppedFor(world)).toBe('budget')
})

test('what a call took counts before the request after it', async () => {
  const world = priced({ ...NO_BUDGET, budgetMinutes: 1 })
  await world.send('Go')
  world.model.last.callBash('make')
  await world.time.advance(61_000)
  world.tools.last.finish('')
  await world.time.settle()
  expect(stoppedFor(world)).toBe('budget')
})

async function workedMs(world: World): Promise<unknown> {
  const measured = await world.request('conversation.measure', { conversationId: ID })
  return measured.ok ? measured.value.use.workedMs : measured
}

const HOUR = 3_600_000

test('the time in which a question waits for its answer does not count', async () => {
  const world = priced({ ...NO_BUDGET, budgetMinutes: 2 })
  await world.send('Go')
  world.model.last.askUser('Which?')
  await world.time.advance(1)
  if (world.state.type !== 'awaitingAnswer') throw new Error(`in ${world.state.type}`)
  const { callId } = world.state.current.call
  await world.time.advance(10 * HOUR)
  const answer = { type: 'answered', options: [0], text: '' } as const
  await world.request('question.answer', { conversationId: ID, callId, answer })
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(await workedMs(world)).toBeLessThan(1_000)
})

test('the hours in which a failed turn waits for Retry do not count', async () => {
  const world = priced({ ...NO_BUDGET, budgetMinutes: 2 })
  await world.send('Go')
  world.model.last.fail('auth')
  await world.time.advance(HOUR)
  await world.request('turn.retry', { conversationId: ID })
  await world.time.settle()
  await act(world)
  expect(world.state.type).toBe('llmRequesting')
  expect(await workedMs(world)).toBeLessThan(1_000)
})

test('a night in which the computer sleeps during a call does not count, nor is it told as the time that the call took', async () => {
  const world = priced({ ...NO_BUDGET, budgetMinutes: 2 })
  await world.send('Go')
  world.model.last.callBash('make')
  await world.time.advance(1_000)
  world.time.sleep(8 * HOUR)
  await world.time.advance(1_000)
  world.tools.last.finish('')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(await workedMs(world)).toBe(2_000)
})

test('a fork has not worked for the minutes of its original', async () => {
  const world = priced({ ...NO_BUDGET, budgetMinutes: 2 })
  await world.send('Go')
  await world.time.advance(150_000)
  world.model.last.replyText('Done')
  await world.time.advance(1)
  const fork = { conversationId: ID, newConversationId: 'fork' as ConversationId, throughSeq: 2 }
  expect(await world.request('conversation.fork', fork)).toMatchObject({ ok: true })
  const message = {
    messageId: 'm1' as never,
    text: 'And?',
    attachments: [],
    mode: 'policy',
  } as const
  const conversationId = fork.newConversationId
  await world.request('message.send', { conversationId, ...message })
  await world.time.settle()
  expect(world.model.requests).toHaveLength(2)
  await world.time.advance(30_000)
  world.model.last.replyText('Done')
  await world.time.advance(1)
  const measured = await world.request('conversation.measure', { conversationId })
  expect(measured).toMatchObject({ value: { use: { workedMs: 30_000 } } })
})

test('Continue with the money used up does not lift the minutes', async () => {
  const world = priced({ budgetUsd: 5, budgetMinutes: 2 })
  await world.send('Go')
  await act(world)
  await act(world)
  expect(stoppedFor(world)).toBe('budget')
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  await act(world)
  expect(world.state.type).toBe('llmRequesting')
  await world.time.advance(150_000)
  await act(world)
  expect(stoppedFor(world)).toBe('budget')
  expect(world.store.history(ID).at(-1)?.content).toMatchObject({
    text: expect.stringContaining('has worked for 2 min'),
  })
})

test('the minutes are used up while a sub-agent works: it sends no further request, and its conversation asks', async () => {
  const world = await delegating('Look around')
  const agent = child(world, 0)
  world.budget = { ...NO_BUDGET, budgetMinutes: 2 }
  const work = async (ms: number): Promise<void> => {
    world.model.lastOf(idOf(agent)).callBash(`echo ${ms}`)
    await world.time.advance(ms)
    world.tools.last.finish('')
    await world.time.settle()
  }
  await work(1_000)
  world.time.sleep(8 * HOUR)
  await work(60_000)
  expect(agent.current.type).toBe('llmRequesting')
  await work(60_001)
  expect(agent.current).toMatchObject({ type: 'failed', reason: 'turnLimit' })
  expect(stoppedFor(world)).toBe('budget')
})

/** The sub-agent replies with a call after `ms`, and then waits for a person. */
async function callAfter(ms: number, world: World, agent: ConversationRuntime): Promise<void> {
  await world.time.advance(ms)
  world.model.lastOf(idOf(agent)).callBash(`echo ${idOf(agent)}`)
  await world.time.settle()
  expect(agent.current.type).toBe('awaitingApproval')
}

async function allow(world: World, agent: ConversationRuntime): Promise<void> {
  await world.answerApprovals({ type: 'once' }, idOf(agent))
  world.tools.last.finish('')
  await world.time.settle()
  expect(agent.current.type).toBe('llmRequesting')
}

test('the time in which all sub-agents wait for a person does not count, neither while they work nor afterwards', async () => {
  const world = await delegatingToAskers('Look around')
  world.budget = { ...NO_BUDGET, budgetMinutes: 2 }
  const agent = child(world, 0)
  await callAfter(30_000, world, agent)
  await world.time.advance(10 * HOUR)
  expect(await workedMs(world)).toBe(30_000)
  await allow(world, agent)
  await world.time.advance(20_000)
  await submit(world, agent, 'Nothing there')
  expect(world.state.type).toBe('llmRequesting')
  expect(await workedMs(world)).toBe(50_000)
})

test('a sub-agent that works while another waits for a person counts, and time in which both work counts once', async () => {
  const world = await delegatingToAskers('One', 'Two')
  world.budget = { ...NO_BUDGET, budgetMinutes: 2 }
  const [one, two] = [child(world, 0), child(world, 1)]
  await callAfter(10_000, world, one)
  await callAfter(10_000, world, two)
  await world.time.advance(HOUR)
  await allow(world, two)
  await world.time.advance(10_000)
  await submit(world, two, 'Nothing')
  expect(await workedMs(world)).toBe(30_000)
  await world.time.advance(HOUR)
  await allow(world, one)
  expect(await workedMs(world)).toBe(30_000)
  await world.time.advance(10_000)
  await submit(world, one, 'Nothing')
  expect(world.state.type).toBe('llmRequesting')
  expect(await workedMs(world)).toBe(40_000)
})
