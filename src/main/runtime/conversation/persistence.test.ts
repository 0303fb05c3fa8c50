import { expect, test } from 'vitest'
import { buildRequest } from '../../core/request/build-request.ts'
import { validateRequest } from '../../core/request/validate-request.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { MemoryStore } from '../fakes/memory/memory-store.ts'
import type { Commit } from '../ports/history-store.ts'
import { SETTINGS } from '../fakes/plain-settings.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

/** A conversation through every kind of step: reply, round with three calls, retry, cancel, error. */
async function longScript(): Promise<World> {
  const world = new World()
  await world.send('Go')
  world.model.last.call.onStarted()
  await world.time.settle()
  world.model.last.callBash('one', 'two', 'three')
  await world.time.settle()
  for (const text of ['1', '2', '3']) {
    world.tools.last.finish(text)
    await world.time.settle()
  }
  world.model.last.fail('overloaded')
  await world.time.advance(3_000)
  world.model.last.callBash('four', 'five')
  await world.time.settle()
  world.cancel()
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  await world.send('Once more')
  world.model.last.fail('auth')
  await world.time.settle()
  await world.send('And again')
  world.model.last.replyText('Done')
  await world.time.settle()
  return world
}

/** The disk as it was after the first so many commits. */
function diskAfter(commits: readonly Commit[]): MemoryStore {
  const store = new MemoryStore()
  store.createConversation({ id: ID, folder: '/work', permissionMode: 'auto', at: 1 })
  for (const commit of commits) store.commit(commit)
  return store
}

// covers REQ-BED-007.2a REQ-BED-007.2b
test('T30 an app that crashes after any commit comes back idle with a history that a provider accepts', async () => {
  const { commits } = (await longScript()).store
  expect(commits.length).toBeGreaterThan(14)
  for (let count = 0; count <= commits.length; count++) {
    const world = new World(diskAfter(commits.slice(0, count)), undefined, { isRestart: true })
    expect(world.state.type).toBe('idle')
    const calls = world.contents.flatMap((content) =>
      content.type === 'agent' ? content.blocks.filter((block) => block.type === 'toolCall') : [],
    )
    expect(world.contents.filter((content) => content.type === 'tool')).toHaveLength(calls.length)
    await world.send('Still there?')
    expect(world.model.requests).toHaveLength(1)
    const { request } = world.model.last.call
    expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  }
})

test('recovering twice changes nothing more, even if the first recovery crashed', async () => {
  const { commits } = (await longScript()).store
  for (let count = 0; count <= commits.length; count++) {
    const once = new World(diskAfter(commits.slice(0, count)), undefined, { isRestart: true })
    const before = once.store.commits.length
    const twice = once.restart()
    expect(twice.transcript).toEqual(once.transcript)
    expect(twice.store.commits.length).toBe(before)
  }
})

// covers REQ-BED-007.1a R5-04 D-23 D-65
test('T64 the state is on disk before its effects start', async () => {
  const world = new World()
  const saved: string[] = []
  const ask = world.model.ask.bind(world.model)
  world.model.ask = (call) => {
    saved.push(world.store.conversation(ID)?.state?.type ?? 'none')
    return ask(call)
  }
  const run = world.tools.run.bind(world.tools)
  world.tools.run = (held) => {
    const state = world.store.conversation(ID)?.state
    saved.push(state?.type === 'toolExecuting' ? state.current.call.callId : 'none')
    return run(held)
  }
  await world.send('Go')
  world.model.last.callBash('one')
  await world.time.settle()
  expect(saved).toEqual(['llmRequesting', world.tools.last.run.call.callId])
  expect(world.lifecycle).toContain('toolStarted')
})

// covers REQ-BED-007.2a
test('a restart from each busy state gives idle, closed calls and nothing running', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('one', 'two')
  await world.time.settle()
  const again = world.restart()
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  expect(again.transcript.slice(2)).toEqual([
    'tool unknown: Interrupted: Phoenix was closed while this ran. Its effect is unknown.',
    'tool notRun: Not run: Phoenix was closed before this call.',
  ])
  expect(again.model.requests).toHaveLength(0)
  expect(again.tools.runs).toHaveLength(0)
})

test('a conversation that cannot be recovered delays no other, and Stop brings it to rest', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('one')
  await world.time.settle()
  world.store.recoveryFacts = () => {
    throw new Error('a damaged row')
  }
  const again = world.restart()
  expect(again.warnings).toContain('a conversation could not be recovered, the others start')
  again.cancel()
  await again.time.advance(500)
  expect(again.state.type).toBe('idle')
})

test('R15 a started call without a result is reported as unknown to the user and to the model, and never runs again', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('rm -rf build')
  await world.time.settle()
  const again = world.restart()
  await again.request('turn.continue', { conversationId: ID })
  await again.time.settle()
  expect(again.tools.runs).toHaveLength(0)
  const told = JSON.stringify(again.model.last.call.request.messages.at(-1))
  expect(told).toContain('Its effect is unknown')
})

test('T68 neither opening a conversation nor starting the app sends a request', async () => {
  const world = await longScript()
  const again = world.restart()
  await again.request('app.open', {})
  await again.request('conversation.open', { conversationId: ID })
  await again.time.advance(3_600_000)
  expect(again.model.requests).toHaveLength(0)
  expect(again.tools.runs).toHaveLength(0)
})

// covers E-08 E-09 E-12 R5-11 R5-12 R5-13
test('T69 a turn interrupted by a crash of the app is closed as interrupted', async () => {
  const world = new World()
  await world.send('Go')
  const again = world.restart()
  expect(again.lifecycle).toEqual([
    'sessionStarted',
    'turnStarted',
    'sessionEnded lost',
    'sessionStarted',
    'turnInterrupted restart',
    'sessionEnded closed',
  ])
  expect(again.store.recoveryFacts(ID).openTurn).toBeNull()
})

// covers E-00
test('T70 ids of turns, events and sessions are unique across restarts and concurrent senders', async () => {
  let world = await longScript()
  for (let start = 0; start < 3; start++) {
    world = world.restart()
    world.sendNow('One')
    world.sendNow('Two')
    await world.time.settle()
    world.model.last.replyText('Answer')
    await world.time.settle()
  }
  const rows = world.store.records.get(ID)?.rows ?? []
  const turns = rows.flatMap((row) =>
    row.kind === 'lifecycle' && row.entry.type === 'turnStarted' ? [row.entry.turnId] : [],
  )
  expect(new Set(turns).size).toBe(turns.length)
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
})

test('T73 the same message sent many times is stored once, and each send succeeds', async () => {
  const world = new World()
  const message = {
    conversationId: ID,
    messageId: 'm-1' as MessageId,
    text: 'Hello',
    attachments: [],
    mode: 'policy' as const,
  }
  for (let send = 0; send < 5; send++) {
    expect(await world.request('message.send', message)).toEqual({ ok: true, value: {} })
  }
  expect(world.transcript).toEqual(['user: Hello'])
  expect(await world.request('message.send', { ...message, text: 'Other' })).toMatchObject({
    ok: false,
    error: { code: 'messageIdReused' },
  })
})

test('the draft is cleared by the committed send and by no other', async () => {
  const world = new World()
  await world.request('draft.save', {
    conversationId: ID,
    text: 'Half a thou',
    attachments: [],
    caret: 11,
  })
  expect(world.store.draft(ID).text).toBe('Half a thou')
  world.store.failing = 'full'
  await world.request('message.send', {
    conversationId: ID,
    messageId: 'm-1' as MessageId,
    text: 'Half a thought',
    attachments: [],
    mode: 'policy',
  })
  expect(world.store.draft(ID).text).toBe('Half a thou')
  world.store.failing = null
  await world.request('message.send', {
    conversationId: ID,
    messageId: 'm-1' as MessageId,
    text: 'Half a thought',
    attachments: [],
    mode: 'policy',
  })
  expect(world.store.draft(ID).text).toBe('')
})

test('every request of the long script is valid, and its messages are a prefix of the next one', async () => {
  const world = await longScript()
  const requests = world.model.requests.map((ask) => ask.call.request)
  for (const request of requests) {
    expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  }
  const blocks = requests.map((request) =>
    request.messages.flatMap(({ role, blocks: each }) =>
      each.map((block) => JSON.stringify([role, block])),
    ),
  )
  blocks.slice(1).forEach((later, index) => {
    const earlier = blocks[index] ?? []
    expect(later.slice(0, earlier.length)).toEqual(earlier)
  })
  const frame = {
    endpoint: 'anthropic',
    model: 'claude-test',
    system: 'Be brief.',
    tools: world.tools.specs({ caller: 'root' }),
  }
  expect(buildRequest(world.store.history(ID), frame).messages.at(-1)?.role).toBe('agent')
})

test('a change of settings that could not be saved applies from the next message', async () => {
  const world = new World()
  await world.send('Hello')
  world.model.last.replyText('Hi')
  await world.time.settle()
  world.store.failing = 'full'
  world.context = { ...world.context, primary: { ...world.context.primary, model: 'other' } }
  world.registry.settingsChanged(SETTINGS)
  world.store.failing = null
  await world.send('Are you another?')
  expect(world.model.last.call.provider.model).toBe('other')
})
