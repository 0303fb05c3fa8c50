import { expect, test } from 'vitest'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { NO_SPEND, type Price } from '../../../shared/models/price.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { Context } from '../../core/machine/context.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { child, idOf, submit } from '../fakes/delegating.ts'
import { SETTINGS } from '../fakes/plain-settings.ts'
import { World } from '../fakes/world.ts'
import type { Counted } from '../ports/ports.ts'

const ID = 'c1' as ConversationId
const USAGE = { ...NO_USAGE, inputTokens: 1_000_000 }
const ANSWER = [{ type: 'text', text: 'Done' }] as const

function priced(dollars: number): Price {
  return { input: dollars, output: 0, cacheWrite: 0, cacheRead: 0, long: null }
}

/** Asked at so many dollars for each answer, of which each takes a million tokens and the model can read many. */
function at(dollars: number): Context {
  const context = testContext()
  const limits = { contextTokens: 50_000_000, outputTokens: 8_000 }
  return { ...context, primary: { ...context.primary, limits, price: priced(dollars) } }
}

function started(dollars: number): World {
  const world = new World(undefined, undefined, { context: at(dollars) })
  world.model.usage = USAGE
  return world
}

async function measured(world: World): Promise<CommandOutput<'conversation.measure'>> {
  const answer = await world.request('conversation.measure', { conversationId: ID })
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

async function sendAndAnswer(world: World, words: string): Promise<void> {
  await world.send(words)
  world.model.last.reply(ANSWER, 'endTurn')
  await world.time.settle()
}

test('an answer keeps the price at which it was made: a new price rewrites nothing, even after a restart', async () => {
  const world = started(2)
  await sendAndAnswer(world, 'Go')
  expect((await measured(world)).spend).toEqual({
    own: { usage: USAGE, usd: 2, unpricedTokens: 0 },
    subAgents: NO_SPEND,
  })
  world.context = at(10)
  world.registry.settingsChanged(SETTINGS)
  expect((await measured(world)).spend.own.usd).toBe(2)
  await sendAndAnswer(world, 'On')
  expect((await measured(world)).spend.own.usd).toBe(12)
  expect((await measured(world.restart())).spend.own.usd).toBe(12)
})

test('a fallback and a summary cost the price of the model that was used', async () => {
  const world = started(2)
  const fallback = { ...world.context.primary, model: 'claude-usual', price: priced(7) }
  world.context = { ...world.context, fallback }
  world.registry.settingsChanged(SETTINGS)
  await world.send('Go')
  for (let attempt = 0; attempt < 3; attempt++) {
    world.model.last.fail('overloaded')
    await world.time.settle()
    if (attempt < 2) await world.time.advance(60_000)
  }
  world.model.last.reply(ANSWER, 'endTurn')
  await world.time.settle()
  expect((await measured(world)).spend.own.usd).toBe(7)
  await sendAndAnswer(world, 'A long story. '.repeat(400))
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  world.model.last.replyText('They spoke.')
  await world.time.settle()
  expect(world.transcript.at(-1)).toBe('summary: They spoke.')
  expect((await measured(world)).spend.own.usd).toBe(7 + 2 + 2)
})

test('usage of sub-agents counts for their conversation, while they work and when they have ended', async () => {
  const world = started(2)
  await world.send('Ask others')
  world.model.last.spawn('Look', 'Read')
  await world.time.settle()
  const [first, second] = [child(world, 0), child(world, 1)]
  world.model.lastOf(idOf(first)).callBash('pwd')
  await world.time.settle()
  expect((await measured(world)).spend).toMatchObject({ own: { usd: 2 }, subAgents: { usd: 2 } })
  world.tools.last.finish('/work')
  await world.time.settle()
  await submit(world, first, 'Seen')
  await submit(world, second, 'Read')
  const after = await measured(world)
  expect(after.spend).toMatchObject({ own: { usd: 2 }, subAgents: { usd: 6 } })
})

test('the parts are those of the next request, including tools and folder instructions', async () => {
  const world = started(2)
  const before = (await measured(world)).shares
  expect(before.tools).toBeGreaterThan(10)
  expect(before).toMatchObject({ files: 0, messages: 0, images: 0 })
  world.instructions.write('x'.repeat(3_500))
  await sendAndAnswer(world, 'y'.repeat(7_000))
  const { shares } = await measured(world)
  expect(shares).toMatchObject({ system: before.system, tools: before.tools, images: 0 })
  expect(shares.files).toBeGreaterThanOrEqual(1_000)
  expect(shares.messages).toBeGreaterThanOrEqual(2_000)
  expect(shares.messages).toBeLessThan(2_100)
})

test('instructions in a message are measured from the message, even if the bytes of the file are gone', async () => {
  const world = started(2)
  world.instructions.write('x'.repeat(3_500))
  await sendAndAnswer(world, 'Go')
  world.blobs.blobs.clear()
  expect((await measured(world)).shares.files).toBe(1_000)
})

test('an unknown conversation is not measured', async () => {
  const world = started(2)
  const conversationId = 'none' as ConversationId
  const answer = await world.request('conversation.measure', { conversationId })
  expect(answer).toMatchObject({ ok: false, error: { code: 'notFound' } })
})

function counting(world: World): { readonly counted: Counted[] } {
  const counted: Counted[] = []
  world.model.counterOf = () => (each) => {
    counted.push(each)
    return Promise.resolve(ok(4_321))
  }
  return { counted }
}

test("the next request is counted by its model's server, as it would be sent now", async () => {
  const world = started(1)
  expect(await measured(world)).toMatchObject({ canCount: false })
  expect(await world.request('conversation.count', { conversationId: ID })).toMatchObject({
    ok: false,
    error: { code: 'invalidInput' },
  })
  const { counted } = counting(world)
  await sendAndAnswer(world, 'Go')
  expect(await measured(world)).toMatchObject({ canCount: true })
  expect(await world.request('conversation.count', { conversationId: ID })).toEqual(
    ok({ tokens: 4_321, problem: null }),
  )
  await world.send('On')
  const { messages, ...frame } = world.model.last.call.request
  const [{ request } = { request: null }] = counted
  expect(request).toMatchObject({ system: frame.system, tools: frame.tools })
  expect(request?.messages.slice(0, -1)).toEqual(messages.slice(0, -1))
  expect(request?.messages.at(-1)).toEqual({ role: 'user', blocks: [{ type: 'text', text: '.' }] })
})

test('closing the client ends the counting, and a failure is a sentence', async () => {
  const world = started(1)
  await sendAndAnswer(world, 'Go')
  const signals: AbortSignal[] = []
  world.model.counterOf =
    () =>
    ({ signal }) =>
      new Promise((resolve) => {
        signals.push(signal)
        signal.addEventListener('abort', () => resolve(failed('It took too long.')))
      })
  const answer = world.request('conversation.count', { conversationId: ID })
  await world.time.settle()
  world.client.close()
  expect(await answer).toEqual(ok({ tokens: null, problem: 'It took too long.' }))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
