import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Context } from '../../core/machine/context.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'
import { SETTINGS } from '../fakes/plain-settings.ts'

const ID = 'c1' as ConversationId
const LONG = 'word '.repeat(2_000)

function withLimit(contextTokens: number, change: Partial<Context> = {}): Context {
  const context = testContext()
  const limits = { ...context.primary.limits, contextTokens }
  return { ...context, primary: { ...context.primary, limits }, ...change }
}

/** A conversation in which the next message is more than the model can read. */
async function nearlyFull(change: Partial<Context> = {}): Promise<World> {
  const world = new World(undefined, undefined, { context: withLimit(6_500, change) })
  await world.send(LONG)
  world.model.last.replyText(LONG)
  await world.time.settle()
  return world
}

test('a request that is too long is not sent: it is summarised within the turn, then the reply is requested again', async () => {
  const world = await nearlyFull()
  await world.send('Go on')
  expect(world.model.requests).toHaveLength(2)
  const summary = world.model.last
  expect(summary.call.request.tools).toEqual([])
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  summary.replyText('They spoke of words.')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  const asked = JSON.stringify(world.model.last.call.request.messages)
  expect(asked).toContain('They spoke of words.')
  expect(asked).toContain('Go on')
  expect(asked.length).toBeLessThan(LONG.length)
  world.model.last.replyText('Gone on')
  await world.time.settle()
  expect(world.transcript.slice(2)).toEqual([
    'user: Go on',
    'summary: They spoke of words.',
    'agent: Gone on',
  ])
})

test('a turn uses a limit that its server reported after the turn began', async () => {
  const world = new World(undefined, undefined, { context: withLimit(100_000) })
  await world.send(LONG)
  const limits = { contextTokens: 2_000, outputTokens: 1_000 }
  Object.assign(world.model, { limitsNow: () => limits })
  world.model.last.fail('contextFull')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  const { provider, request } = world.model.last.call
  expect(provider.limits).toEqual(limits)
  expect(JSON.stringify(request.messages).length).toBeLessThan(LONG.length)
  world.model.last.replyText('They spoke of words.')
  await world.time.settle()
  expect(world.model.last.call.provider.limits).toEqual(limits)
})

/** In the turn that runs, a command that prints so much. */
async function runs(world: World, command: string): Promise<void> {
  world.model.last.callBash(command)
  await world.time.settle()
  world.tools.last.finish(`${command} begins ${LONG} ends`)
  await world.time.settle()
}

test('older outputs are shortened first, without a summary; their full text stays on record', async () => {
  const world = new World(undefined, undefined, { context: withLimit(6_500) })
  await world.send('Run both')
  await runs(world, 'first')
  await runs(world, 'second')
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  const { request } = world.model.last.call
  const sent = JSON.stringify(request.messages)
  expect(sent).toContain('second begins word')
  expect(sent).toMatch(/first begins (word )+\w*\\n\[… 8\d{3} characters left out …\]/)
  expect(request.tools.length).toBeGreaterThan(0)
  expect(world.transcript.find((line) => line.startsWith('tool ok: first'))).toContain(LONG)
  expect(world.lifecycle).toContain('requestRepaired')
  const { usedTokens } = world.runtime.use
  expect(usedTokens).toBeLessThan(5_000)
  const again = world.restart()
  expect(again.runtime.use.usedTokens).toBe(usedTokens)
})

test('a provider that reports a full context is asked again with shortened outputs', async () => {
  const world = new World(undefined, undefined, { context: withLimit(40_000) })
  await world.send('Run both')
  await runs(world, 'first')
  await runs(world, 'second')
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain(LONG)
  const asked = world.model.requests.length
  world.model.last.fail('contextFull')
  await world.time.settle()
  expect(world.model.requests).toHaveLength(asked + 1)
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain('left out')
  world.model.last.fail('contextFull')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
})

test('a summary is requested whatever the length of the conversation', async () => {
  const world = await nearlyFull()
  await world.send(LONG)
  expect(world.model.requests).toHaveLength(2)
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
})

test('a larger model leads out of it even without clients', async () => {
  const world = await nearlyFull({ autoCompact: false })
  await world.send('Go on')
  await world.request('conversation.leave', { conversationId: ID })
  await world.time.settle()
  world.context = withLimit(200_000)
  world.registry.settingsChanged(SETTINGS)
  expect(await world.send('And now?')).toEqual({ type: 'accepted' })
})

test('the text of a summary in progress is not shown as the reply', async () => {
  const world = await nearlyFull()
  await world.send('Go on')
  const { call } = world.model.last
  call.onStarted()
  call.onDelta('text', 'They spoke')
  await world.time.advance(100)
  expect(world.events.some((event) => event.type === 'conversation.streamed')).toBe(false)
  expect(world.runtime.feed.liveReply()).toBeNull()
  expect(world.runtime.summary().activity).toBe('compacting')
})

test('a manual summary ends in idle without a reply, and can be cancelled', async () => {
  const world = await nearlyFull()
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  world.cancel()
  expect(world.state.type).toBe('idle')
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  world.model.last.replyText('Words were said.')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'idle' })
  expect(world.transcript.at(-1)).toBe('summary: Words were said.')
})

test('a manual summary with nothing new since the last one has nothing to do', async () => {
  const world = new World()
  const compact = { conversationId: ID }
  expect(await world.request('turn.compact', compact)).toEqual({ ok: true, value: {} })
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(world.lifecycle).toEqual([])
  await world.send('Hello')
  world.model.last.replyText('Words')
  await world.time.settle()
  await world.request('turn.compact', compact)
  await world.time.settle()
  world.model.last.replyText('Short.')
  await world.time.settle()
  const before = world.lifecycle
  expect(await world.request('turn.compact', compact)).toEqual({ ok: true, value: {} })
  await world.time.settle()
  expect(world.transcript.at(-1)).toBe('summary: Short.')
  expect(world.lifecycle).toEqual(before)
})

test('a requested summary with nothing to summarise succeeds', async () => {
  const world = new World()
  await world.send('Hello?')
  world.cancel()
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  expect(world.model.requests).toHaveLength(1)
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  expect(world.transcript).toEqual(['user: Hello?'])
})

test('a message that exceeds the context by itself is summarised, and follows as beginning and end', async () => {
  const world = new World(undefined, undefined, { context: withLimit(20_000) })
  await world.send('word '.repeat(20_000))
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  world.model.last.replyText('Many words.')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  const asked = JSON.stringify(world.model.last.call.request.messages)
  expect(asked).toContain('Many words.')
  expect(asked).toContain('67232 characters left out')
  expect(asked.length).toBeLessThan(34_000)
  world.model.last.replyText('Read')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
})

test('if not even a summary could help, trying again is a way out', async () => {
  const world = new World(undefined, undefined, { context: withLimit(10) })
  await world.send('A few words that are too long for so small a model')
  await world.time.advance(60_000)
  expect(world.model.requests).toHaveLength(0)
  expect(world.state).toMatchObject({
    type: 'contextExhausted',
    choices: ['compact', 'largerModel', 'dropAttachments', 'fork', 'edit', 'retry'],
  })
  world.context = withLimit(10, { systemPrompt: '' })
  world.registry.settingsChanged(SETTINGS)
  await world.request('turn.retry', { conversationId: ID })
  await world.time.settle()
  expect(world.state.type).toBe('contextExhausted')
  world.context = withLimit(200_000)
  world.registry.settingsChanged(SETTINGS)
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  world.model.last.replyText('Read')
  await world.time.settle()
  expect(world.transcript.at(-1)).toBe('agent: Read')
})

test('R20 two failed summaries leave the choices; a larger model leads out', async () => {
  const world = await nearlyFull()
  await world.send('Go on')
  for (let failure = 0; failure < 2; failure++) {
    world.model.last.replyText('')
    await world.time.settle()
  }
  expect(world.state).toMatchObject({
    type: 'contextExhausted',
    choices: expect.arrayContaining(['largerModel', 'dropAttachments', 'fork', 'edit']),
  })
  const sent = { conversationId: ID, messageId: 'more' as never, text: 'More', attachments: [] }
  expect(await world.request('message.send', { ...sent, mode: 'policy' })).toMatchObject({
    ok: false,
    error: { code: 'contextFull' },
  })
  world.context = withLimit(200_000)
  world.registry.settingsChanged(SETTINGS)
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'contextExhausted' } })
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  world.model.last.replyText('Read it all')
  await world.time.settle()
  expect(world.transcript.at(-1)).toBe('agent: Read it all')
})

test('without automatic summaries a person chooses at once', async () => {
  const world = await nearlyFull({ autoCompact: false })
  await world.send('Go on')
  expect(world.model.requests).toHaveLength(1)
  expect(world.state.type).toBe('contextExhausted')
})

test('a larger model chosen without clients lets the conversation continue too', async () => {
  const world = await nearlyFull({ autoCompact: false })
  await world.send('Go on')
  expect(world.state.type).toBe('contextExhausted')
  world.client.leave(ID)
  await world.time.settle()
  world.context = withLimit(1_000_000)
  world.registry.settingsChanged(SETTINGS)
  expect(world.state.type).toBe('idle')
  await world.send('And now')
  expect(world.state.type).toBe('llmRequesting')
})

test('a larger model lets it continue even if its recovery could not be saved', async () => {
  const world = await nearlyFull({ autoCompact: false })
  await world.send('Go on')
  world.store.failing = 'full'
  const next = world.restart()
  next.store.failing = null
  expect(next.state).toMatchObject({ type: 'idle', unfinished: { cause: 'contextExhausted' } })
  next.context = withLimit(1_000_000)
  next.registry.settingsChanged(SETTINGS)
  await next.request('turn.continue', { conversationId: ID })
  await next.time.settle()
  expect(next.state.type).toBe('llmRequesting')
})

test("clients learn how much of the current model's limit is used", async () => {
  const world = await nearlyFull()
  const opened = await world.request('conversation.open', { conversationId: ID })
  const use = opened.ok ? opened.value.use : null
  expect(use?.limitTokens).toBe(6_500)
  expect(use?.usedTokens).toBeGreaterThan(4_000)
  await world.send('And this')
  const told = world.events.flatMap((event) =>
    event.type === 'conversation.stepped' ? (event.usedTokens ?? []) : [],
  )
  const later = told.at(-1) ?? 0
  expect(later).toBeGreaterThan(use?.usedTokens ?? 0)
})
