import { expect, test } from 'vitest'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { QuestionAnswer, UserQuestion } from '../../../shared/messages/user-question.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const SKIPPED: QuestionAnswer = { type: 'skipped' }
const NEVER = new AbortController().signal
const PACING = { clock: { now: () => 0 }, pause: () => Promise.resolve() }

function question(text: string): UserQuestion {
  return { question: text, options: [{ label: 'Yes' }, { label: 'No' }], multi_select: false }
}

interface Asked {
  readonly world: World
  readonly callId: CallId
  /** The tool no longer wants the answer. */
  withdraw(): void
  /** What the tool was given; undefined: it still waits. */
  heard(): QuestionAnswer | null | undefined
}

/** A call that asks a person while it runs. */
async function asked(): Promise<Asked> {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('deploy')
  await world.time.settle()
  const { callId } = world.tools.last.run.call
  let heard: QuestionAnswer | null | undefined
  const ends = new AbortController()
  void world.tools.last.run
    .ask?.('A server', question('Really?'), ends.signal)
    .then((said) => (heard = said))
  await world.time.settle()
  return { world, callId, withdraw: () => ends.abort(), heard: () => heard }
}

async function answer(
  { callId, world }: Asked,
  number: number | undefined,
  given: QuestionAnswer,
): Promise<unknown> {
  const said = { conversationId: ID, callId, answer: given }
  const result = await world.request('question.answer', {
    ...said,
    ...(number !== undefined && { number }),
  })
  await world.time.settle()
  return result
}

test('a running call asks: the list shows it, the answer reaches it, and its result ends the call', async () => {
  const each = await asked()
  const { world } = each
  expect(world.runtime.summary().activity).toBe('asking')
  expect(world.state).toMatchObject({
    type: 'awaitingAnswer',
    asked: { by: 'A server', number: 1 },
  })
  await answer(each, 1, { type: 'answered', options: [0], text: '' })
  expect(each.heard()).toEqual({ type: 'answered', options: [0], text: '' })
  expect(world.state.type).toBe('toolExecuting')
  world.tools.last.finish('deployed')
  await world.time.settle()
  expect(world.transcript.join('\n')).toContain('deployed')
  expect(world.state.type).toBe('llmRequesting')
  expect(await verifyHistory(world.store.log, null, PACING)).toMatchObject({ differences: [] })
})

test.each<readonly [what: string, end: (each: Asked) => Promise<unknown>]>([
  ['answered', (each) => answer(each, 1, { type: 'answered', options: [0], text: '' })],
  ['withdrawn', async (each) => each.withdraw()],
  ['open as the call ends', async () => undefined],
  ['open as a person presses Stop', async ({ world }) => world.cancel()],
])('what a call took leaves out how long its question waited: %s', async (_, end) => {
  const each = await asked()
  const { time, tools, store } = each.world
  await time.advance(300_000)
  await end(each)
  await time.settle()
  tools.last.finish('deployed')
  await time.settle()
  const results = store.history(ID).map(({ content }) => content)
  expect(results).toContainEqual(expect.objectContaining({ type: 'tool', durationMs: 0 }))
  expect(await verifyHistory(store.log, null, PACING)).toMatchObject({ differences: [] })
})

test('a tool hears that nobody answered, not that a person skipped, if nobody could be asked', async () => {
  const each = await asked()
  await answer(each, 1, { type: 'skipped', isUnasked: true })
  expect(each.heard()).toBeNull()
  expect(each.world.state.type).toBe('toolExecuting')
  expect(await verifyHistory(each.world.store.log, null, PACING)).toMatchObject({ differences: [] })
})

test('an answer to one question never answers the next, and one without a number answers none', async () => {
  const each = await asked()
  const { world } = each
  await answer(each, undefined, SKIPPED)
  expect(each.heard()).toBeUndefined()
  await answer(each, 1, { type: 'answered', options: [7], text: '' })
  expect(each.heard()).toBeUndefined()
  await answer(each, 1, SKIPPED)
  let next: QuestionAnswer | null | undefined
  void world.tools.last.run.ask?.('A server', question('And?'), NEVER).then((said) => (next = said))
  await world.time.settle()
  await answer(each, 1, { type: 'answered', options: [0], text: '' })
  expect(next).toBeUndefined()
  await answer(each, 2, { type: 'answered', options: [1], text: '' })
  expect(next).toEqual({ type: 'answered', options: [1], text: '' })
})

test('a question that its tool withdraws disappears at once: the call continues, and the next question is shown', async () => {
  const each = await asked()
  const { world } = each
  await world.time.advance(60_000)
  each.withdraw()
  await world.time.settle()
  expect(each.heard()).toBeNull()
  expect(world.state.type).toBe('toolExecuting')
  expect(world.runtime.summary().activity).not.toBe('asking')
  await answer(each, 1, SKIPPED)
  expect(world.state.type).toBe('toolExecuting')
  const second = new AbortController()
  let next: QuestionAnswer | null | undefined
  const asks = world.tools.last.run.ask?.('A server', question('And?'), second.signal)
  void asks?.then((said) => (next = said))
  await world.time.settle()
  each.withdraw()
  await answer(each, 2, { type: 'answered', options: [1], text: '' })
  expect(next).toEqual({ type: 'answered', options: [1], text: '' })
  second.abort()
  await world.time.settle()
  expect(world.state.type).toBe('toolExecuting')
  world.tools.last.finish('deployed')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(await verifyHistory(world.store.log, null, PACING)).toMatchObject({ differences: [] })
})

test('a question withdrawn before it is asked is never shown', async () => {
  const each = await asked()
  await answer(each, 1, SKIPPED)
  const said = await each.world.tools.last.run.ask?.('A', question('And?'), AbortSignal.abort())
  expect(said).toBeNull()
  expect(each.world.state.type).toBe('toolExecuting')
})

test('without an answer, the call continues after ten minutes, with the time that it had left', async () => {
  const each = await asked()
  await each.world.time.advance(9 * 60_000)
  expect(each.heard()).toBeUndefined()
  await each.world.time.advance(60_000)
  expect(each.heard()).toBeNull()
  expect(each.world.state.type).toBe('toolExecuting')
  expect(each.world.time.timers).toBeGreaterThan(0)
})

test('Stop while a running call asks: the turn ends at once, the call is stopped, and a late answer changes nothing', async () => {
  const each = await asked()
  const { world } = each
  world.tools.last.print('half way\n')
  world.cancel()
  expect(world.state).toMatchObject({ type: 'cancelling' })
  expect(world.tools.last.stopReason).toBe('user')
  await world.time.settle()
  expect(each.heard()).toBeNull()
  expect(world.transcript.join('\n')).toContain('half way')
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  const before = world.transcript
  expect(await answer(each, 1, SKIPPED)).toEqual({ ok: true, value: {} })
  expect(world.transcript).toEqual(before)
})

test('a call that ends while it asks removes its question', async () => {
  const each = await asked()
  each.world.tools.last.finish('The server ended.', 'failed')
  await each.world.time.settle()
  expect(each.world.state.type).toBe('llmRequesting')
  expect(each.heard()).toBeNull()
  expect(each.world.transcript.join('\n')).toContain('The server ended.')
})

test('after a restart nothing waits: the call has an unknown effect, and the log rebuilds what is stored', async () => {
  const each = await asked()
  const again = each.world.restart()
  await again.time.settle()
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  expect(again.time.timers).toBe(0)
  expect(again.transcript.join('\n')).toMatch(/unknown/)
  expect(await verifyHistory(again.store.log, null, PACING)).toMatchObject({ differences: [] })
})
