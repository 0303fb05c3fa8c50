import { expect, test } from 'vitest'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { QuestionAnswer } from '../../../shared/messages/user-question.ts'
import { World } from '../fakes/world.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId
const CHOSEN: QuestionAnswer = { type: 'answered', options: [0], text: '' }

async function asked(): Promise<{ readonly world: World; readonly callId: CallId }> {
  const world = new World()
  await world.send('Go')
  world.model.last.askUser('Which?', 'make')
  await world.time.settle()
  if (world.state.type !== 'awaitingAnswer') throw new Error(`in ${world.state.type}`)
  return { world, callId: world.state.current.call.callId }
}

function answer(world: World, callId: CallId, given: QuestionAnswer = CHOSEN): Promise<unknown> {
  return world.request('question.answer', { conversationId: ID, callId, answer: given })
}

test('15.9 a question waits as long as it takes, the list marks it, and only the first answer counts', async () => {
  const { world, callId } = await asked()
  expect(world.runtime.summary().activity).toBe('asking')
  await world.time.advance(24 * 60 * 60_000)
  expect(world.time.timers).toBe(0)
  expect(world.tools.runs).toHaveLength(0)
  const done = { ok: true, value: {} }
  expect(await answer(world, callId)).toEqual(done)
  expect(await answer(world, callId, { type: 'skipped' })).toEqual(done)
  await world.time.settle()
  expect(world.transcript.filter((line) => line.includes('The user'))).toEqual([
    expect.stringContaining('The user chose: A'),
  ])
  expect(world.tools.last.command).toBe('make')
})

test('Stop ends it at once, and a later answer succeeds and changes nothing', async () => {
  const { world, callId } = await asked()
  world.cancel()
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  const before = world.transcript
  expect(await answer(world, callId)).toEqual({ ok: true, value: {} })
  expect(world.transcript).toEqual(before)
})

test('it does not survive a restart: the call says that nobody answered, and the log rebuilds what is stored', async () => {
  const { world, callId } = await asked()
  const again = world.restart()
  await again.time.settle()
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  expect(again.transcript.join('\n')).toContain('Not answered: Phoenix was closed')
  await answer(again, callId)
  expect(again.state.type).toBe('idle')
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  expect(await verifyHistory(again.store.log, null, pacing)).toMatchObject({ differences: [] })
})

test('an answer is recorded, and the log rebuilds what is stored', async () => {
  const { world, callId } = await asked()
  await answer(world, callId, { type: 'answered', options: [0], text: 'but slowly' })
  world.cancel()
  await world.time.advance(1_000)
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  expect(await verifyHistory(world.store.log, null, pacing)).toMatchObject({ differences: [] })
})
