import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { DEFAULT_TIMEOUTS } from '../../../../shared/models/timeouts.ts'
import type { LogRow } from '../../ports/history-store.ts'
import { World } from '../../fakes/world.ts'

const ID = 'c1' as ConversationId

function rows(world: World): readonly LogRow[] {
  return world.store.records.get(ID)?.rows ?? []
}

function inputs(world: World): readonly unknown[] {
  return rows(world).flatMap((row) => (row.kind === 'input' ? [row.event.input] : []))
}

function entries(world: World): readonly unknown[] {
  return rows(world).flatMap((row) => (row.kind === 'lifecycle' ? [row.entry] : []))
}

//
test('a new conversation is idle', async () => {
  const world = new World()
  const conversationId = 'new' as ConversationId
  const created = await world.request('conversation.create', { conversationId, folder: '/work' })
  expect(created).toMatchObject({ ok: true, value: { activity: 'idle' } })
  expect(world.registry.get(conversationId)?.current).toEqual({ type: 'idle', unfinished: null })
})

// covers E-02 E-03 E-10 E-11 REQ-BED-012.1a D-62 F-25 F-27 D-71
test('a question and its answer are recorded with the turn, its duration and its usage', async () => {
  const world = new World()
  const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }
  const double = { inputTokens: 20, outputTokens: 4, cacheReadTokens: 6, cacheWriteTokens: 8 }
  const ask = world.model.ask.bind(world.model)
  world.model.ask = async (call) => {
    const outcome = await ask(call)
    return outcome.type === 'responded' ? { ...outcome, usage } : outcome
  }
  await world.send('Go', 'm-1')
  world.model.last.callBash('true')
  await world.time.settle()
  await world.time.advance(2_000)
  world.tools.last.finish('')
  await world.time.settle()
  world.model.last.replyText('Done')
  await world.time.settle()
  const [, asking, answer] = world.store.history(ID)
  expect(inputs(world)).toContainEqual({
    type: 'userMessage',
    messageId: 'm-1',
    mode: 'policy',
  })
  expect(inputs(world)).toContainEqual(
    expect.objectContaining({ type: 'llmResponded', replyId: asking?.id, usage }),
  )
  expect(answer?.content.type).toBe('tool')
  expect(entries(world)).toMatchObject([
    { type: 'sessionStarted' },
    { type: 'turnStarted', trigger: 'message' },
    { type: 'toolStarted' },
    { type: 'turnCompleted', durationMs: 2_000, usage: double },
  ])
  expect(asking?.content).toMatchObject({ type: 'agent', usage })
})

// covers E-12 E-13
test('a turn that was stopped or failed is recorded with the reason or the error', async () => {
  const world = new World()
  await world.send('One')
  world.cancel()
  await world.send('Two')
  world.model.last.fail('auth')
  await world.time.settle()
  expect(entries(world)).toContainEqual(
    expect.objectContaining({ type: 'turnInterrupted', reason: 'userCancel' }),
  )
  expect(entries(world)).toContainEqual(
    expect.objectContaining({
      type: 'turnFailed',
      error: { kind: 'auth', message: 'It failed: auth.' },
    }),
  )
})

// covers E-01 E-06 E-07
test('a change of prompt, provider and timeouts is recorded and applies from the next turn', async () => {
  const world = new World()
  await world.send('One')
  world.model.last.callBash('true')
  await world.time.settle()
  const timeouts = { ...DEFAULT_TIMEOUTS, firstByteMs: 5 }
  const primary = { ...world.context.primary, model: 'another', timeouts }
  const change = { systemPrompt: 'Be long.', primary }
  world.runtime.changeSettings(change)
  expect(inputs(world).at(-1)).toEqual({ type: 'settingsChanged', change })
  world.tools.last.finish('')
  await world.time.settle()
  expect(world.model.last.call.provider.model).toBe('claude-test')
  world.model.last.replyText('Done')
  await world.time.settle()
  await world.send('Two')
  const { call } = world.model.last
  expect(call.request.system).toBe('Be long.\n\nThe model you run on: another')
  expect(call.provider).toEqual(primary)
})

// covers E-05 A-06 D-18
test('streamed text is sent to clients, changes no state and is not stored', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.call.onStarted()
  await world.time.settle()
  const before = { state: world.state, commits: world.store.commits.length }
  world.model.last.call.onDelta('text', 'Once upon')
  await world.time.advance(100)
  expect(world.events.at(-1)).toMatchObject({ type: 'conversation.streamed', text: 'Once upon' })
  expect({ state: world.state, commits: world.store.commits.length }).toEqual(before)
})

// covers REQ-BED-011.2a
test('a stored message reaches clients in the same tick', async () => {
  const world = new World()
  world.sendNow('Hello')
  const told = world.events.flatMap((event) =>
    event.type === 'conversation.stepped' ? event.messages : [],
  )
  expect(told).toMatchObject([{ seq: 1, content: { type: 'user', text: 'Hello' } }])
  await world.time.settle()
})

// covers REQ-BED-002.2a REQ-BED-002.2b
test('a message while the agent works is refused: busy, can be stopped; nothing is stored', async () => {
  const world = new World()
  await world.send('First')
  const more = {
    messageId: 'm-2' as MessageId,
    text: 'More',
    attachments: [],
    mode: 'policy' as const,
  }
  const sent = await world.request('message.send', { conversationId: ID, ...more })
  expect(sent).toMatchObject({
    ok: false,
    error: { code: 'busy', message: expect.stringMatching(/agent is busy.*Stop/) as string },
  })
  expect(world.transcript).toEqual(['user: First'])
})

// covers REQ-BED-004.2b REQ-BED-004.3a D-33 F-26 F-27
test('after the last result all results of a round go to the model, errors too', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('one', 'two')
  await world.time.settle()
  world.tools.last.finish('first', 'failed')
  await world.time.settle()
  world.tools.last.finish('second')
  await world.time.settle()
  expect(world.model.last.call.request.messages.at(-1)).toMatchObject({
    role: 'user',
    blocks: [
      { type: 'toolResult', isError: true, content: [{ text: 'first' }] },
      { type: 'toolResult', isError: false, content: [{ text: 'second' }] },
    ],
  })
})

// covers REQ-BED-006.4b D-24 D-41
test('a message after an error goes to the model with the whole conversation before it', async () => {
  const world = new World()
  await world.send('One')
  world.model.last.fail('auth')
  await world.time.settle()
  await world.send('Two')
  const texts = JSON.stringify(world.model.last.call.request.messages)
  expect(texts).toMatch(/One.*Two/)
  world.model.last.replyText('Here I am')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
})

// covers REQ-BED-010.1a REQ-BED-010.2a D-50
test('every call of a conversation runs in the folder it was created with', async () => {
  const world = new World()
  const conversationId = 'other' as ConversationId
  await world.request('conversation.create', {
    conversationId,
    folder: '/elsewhere',
    permissionMode: 'auto',
  })
  const again = world.restart()
  again.runtime.changeSettings({ systemPrompt: 'Work in /tmp.' })
  for (const id of [ID, conversationId]) {
    const messageId = `m-${id}` as MessageId
    const said = {
      conversationId: id,
      messageId,
      text: 'Go',
      attachments: [],
      mode: 'policy' as const,
    }
    expect(await again.request('message.send', said)).toMatchObject({ ok: true })
    await again.time.settle()
    again.model.last.callBash('cd /')
    await again.time.settle()
  }
  expect(again.tools.runs.map(({ run }) => run.folder)).toEqual(['/work', '/elsewhere'])
})
