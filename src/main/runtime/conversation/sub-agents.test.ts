import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { child, delegating, delegatingToAskers, idOf, submit } from '../fakes/delegating.ts'
import { bashCall } from '../fakes/scripted-model.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

// covers D-45 D-74
test('REQ-BED-008: sub-agents work in parallel, and their results are in the order of their tasks', async () => {
  const world = await delegating('Read the tests', 'Read the code')
  expect(world.state.type).toBe('awaitingSubAgents')
  expect(world.model.open).toHaveLength(2)
  const [first, second] = [child(world, 0), child(world, 1)]
  const words = world.model.lastOf(idOf(first)).call.request
  expect(words.messages).toEqual([
    { role: 'user', blocks: [{ type: 'text', text: 'Read the tests' }] },
  ])
  expect(words.tools.map(({ name }) => name)).toEqual(['bash', 'submit_result'])
  await submit(world, second, 'The code is fine')
  expect(world.state.type).toBe('awaitingSubAgents')
  await submit(world, first, 'The tests are few')
  expect(world.state.type).toBe('llmRequesting')
  const told = JSON.stringify(world.model.last.call.request.messages.at(-1))
  expect(told.indexOf('The tests are few')).toBeGreaterThan(0)
  expect(told.indexOf('The code is fine')).toBeGreaterThan(told.indexOf('The tests are few'))
  expect(world.transcript.slice(2, 4)).toEqual([
    'sub-agent completed: The code is fine',
    'sub-agent completed: The tests are few',
  ])
})

// covers E-00 R5-28
test("the recorded cause of a sub-agent's sessions is the event of its parent that started it, also after a restart", async () => {
  const world = await delegating('Look')
  const id = idOf(child(world, 0))
  const spawn = world.store.records
    .get(ID)
    ?.rows.find((row) => row.kind === 'input' && row.event.input.type === 'llmResponded')?.id
  const causes = ({ store }: World): readonly string[] =>
    (store.records.get(id)?.rows ?? []).flatMap((row) =>
      row.kind === 'lifecycle' && row.entry.type === 'sessionStarted' ? [row.parentEventId] : [],
    )
  expect(causes(world)).toEqual([spawn])
  expect(causes(world.restart())).toEqual([spawn, spawn])
})

// covers REQ-BED-009.1a
test('the state, the history and the log of a sub-agent are its own: events of one change neither its parent nor another', async () => {
  const world = await delegating('Look', 'Count')
  const { store } = world
  const [look, count] = [idOf(child(world, 0)), idOf(child(world, 1))]
  const kept = (id: ConversationId): string => JSON.stringify(store.records.get(id))
  const others = (): readonly string[] => [ID, count].map(kept)
  const before = others()
  world.model.lastOf(look).callBash('one', 'two')
  await world.time.settle()
  expect(store.conversation(look)?.state?.type).toBe('toolExecuting')
  world.tools.last.finish('1')
  await world.time.settle()
  expect(store.conversation(count)?.state?.type).toBe('llmRequesting')
  expect(world.state.type).toBe('awaitingSubAgents')
  expect(others()).toEqual(before)
  expect(store.history(look).map(({ content }) => content.type)).toEqual(['user', 'agent', 'tool'])
  expect(world.transcript).toHaveLength(2)
  const asked = world.model.lastOf(count).call.request.messages
  expect(JSON.stringify(asked)).not.toContain('Ask others')
})

test('T61, T62 sub-agents are in no list, start none, work in the folder of their parent, and are released when they have ended', async () => {
  const world = await delegating('Look')
  const only = child(world, 0)
  const id = idOf(only)
  expect(world.registry.rows.all().map((row) => row.id)).toEqual([ID])
  expect(world.registry.rows.working().map((row) => row.id)).toEqual([ID])
  world.model.lastOf(id).spawn('Look deeper')
  await world.time.settle()
  expect(world.store.records.size).toBe(2)
  world.model.lastOf(id).callBash('pwd')
  await world.time.settle()
  expect(world.tools.last.run).toMatchObject({ conversationId: id, folder: '/work' })
  world.tools.last.finish('/work')
  await world.time.settle()
  await submit(world, only, 'Seen')
  const rows = world.events.flatMap((event) =>
    event.type === 'list.changed' ? [event.summary.id] : [],
  )
  expect(new Set(rows)).toEqual(new Set([ID]))
  expect(world.registry.live(id)).toBeNull()
  expect(world.store.conversation(id)).toMatchObject({ isUnread: false, hasOpenSession: false })
})

// covers D-68
test('T81 an ended sub-agent can be opened, and stays ended', async () => {
  const world = await delegating('Look')
  const id = idOf(child(world, 0))
  await submit(world, child(world, 0), 'Seen')
  const opened = await world.request('conversation.open', { conversationId: id })
  expect(opened).toMatchObject({
    ok: true,
    value: { state: { type: 'completed' } },
  })
  const said = { conversationId: id, messageId: 'late' as never, text: 'More?', attachments: [] }
  expect(await world.request('message.send', { ...said, mode: 'policy' })).toMatchObject({
    ok: false,
    error: { code: 'invalidInput' },
  })
})

test('a sub-agent never accepts a person’s message: not while it works, and not before it has its task', async () => {
  const world = await delegating('Look')
  const id = idOf(child(world, 0))
  const said = { conversationId: id, messageId: 'm' as never, text: 'Hurry', attachments: [] }
  for (const mode of ['policy', 'interrupt', 'join'] as const) {
    expect(await world.request('message.send', { ...said, mode })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('can’t write to a sub-agent') },
    })
  }
  expect(JSON.stringify(world.store.history(id))).not.toContain('Hurry')
})

test('T54 two sub-agents that end in one tick are both reported, each once', async () => {
  const world = await delegating('One', 'Two')
  world.model.lastOf(idOf(child(world, 0))).submit('1')
  world.model.lastOf(idOf(child(world, 1))).submit('2')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(world.transcript.filter((line) => line.startsWith('sub-agent'))).toHaveLength(2)
})

test('a question of a sub-agent appears in its parent, whose clock pauses meanwhile', async () => {
  const world = await delegatingToAskers('Look')
  const only = child(world, 0)
  world.model.lastOf(idOf(only)).callBash('ls')
  await world.time.settle()
  expect(only.current.type).toBe('awaitingApproval')
  expect(world.state).toMatchObject({ children: [{ phase: { type: 'asking' } }] })
  expect(world.runtime.summary().activity).toBe('asking')
  await world.time.advance(60 * 60_000)
  expect(only.current.type).toBe('awaitingApproval')
  await world.answerApprovals({ type: 'once' }, idOf(only))
  expect(world.state).toMatchObject({ children: [{ phase: { type: 'working' } }] })
  expect(world.tools.runs.map((run) => run.command)).toEqual(['ls'])
  world.tools.last.finish('a file')
  await world.time.settle()
  await submit(world, only, 'One file')
  expect(world.transcript.at(-1)).toContain('One file')
})

test('T11 a person stops one sub-agent: that is its outcome, and the other continues', async () => {
  const world = await delegating('One', 'Two')
  const [first, second] = [child(world, 0), child(world, 1)]
  first.dispatch({ type: 'cancelRequested', by: 'user' }, () => {})
  await world.time.settle()
  expect(world.state).toMatchObject({
    children: [{ phase: { type: 'ended', outcome: 'cancelled' } }, { phase: { type: 'working' } }],
  })
  await submit(world, second, 'Done')
  expect(world.state.type).toBe('llmRequesting')
})

test('T56, T57 Stop reaches every sub-agent, its request and its command, and all come to rest', async () => {
  const world = await delegating('One', 'Two')
  const [first, second] = [child(world, 0), child(world, 1)]
  world.model.lastOf(idOf(first)).callBash('sleep 60')
  await world.time.settle()
  expect(world.cancel()).toEqual({ type: 'accepted' })
  expect(world.tools.last.stopReason).toBe('parent')
  expect(world.model.lastOf(idOf(second)).call.signal.aborted).toBe(true)
  expect(world.state.type).toBe('cancelling')
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  expect(first.current).toMatchObject({ type: 'failed', reason: 'cancelled' })
  expect(second.current).toMatchObject({ type: 'failed', reason: 'cancelled' })
  expect(world.time.timers).toBe(0)
})

test('I15 Stop is at rest within 1.1 s although a command of a sub-agent ignores it', async () => {
  const world = await delegating('One')
  const only = child(world, 0)
  world.model.lastOf(idOf(only)).callBash('trap "" TERM')
  await world.time.settle()
  world.cancel()
  await world.time.advance(1_100)
  expect(world.state.type).toBe('idle')
  expect(only.current.type).toBe('failed')
})

test('T55 at its deadline a sub-agent is stopped and hands in its last text', async () => {
  const world = await delegating('Look long')
  const only = child(world, 0)
  const said = { type: 'text', text: 'Half of it is read.' } as const
  world.model.lastOf(idOf(only)).reply([said, bashCall('ls')], 'toolUse')
  await world.time.settle()
  world.tools.last.finish('a file')
  await world.time.settle()
  world.model.lastOf(idOf(only)).call.onStarted()
  await world.time.advance(10 * 60_000)
  expect(only.current).toMatchObject({ type: 'failed', reason: 'timeout' })
  expect(world.transcript.at(-2)).toContain('sub-agent timeout')
  expect(world.transcript.at(-2)).toContain('Half of it is read.')
  expect(world.state.type).toBe('llmRequesting')
})

test('T55 a sub-agent that has used up its requests is asked once more without tools, and its text is the result', async () => {
  const world = new World()
  const caps = { ...world.context.caps, requestsPerChild: 2 }
  world.context = { ...world.context, caps }
  world.runtime.changeSettings({ caps })
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  const only = child(world, 0)
  for (let round = 0; round < 2; round++) {
    world.model.lastOf(idOf(only)).callBash(`step ${round}`)
    await world.time.settle()
    world.tools.last.finish('done')
    await world.time.settle()
  }
  const last = world.model.lastOf(idOf(only))
  expect(last.call.request.tools).toEqual([])
  expect(JSON.stringify(last.call.request.messages)).not.toContain('toolCall')
  last.replyText('This is what I found')
  await world.time.settle()
  expect(only.current).toEqual({ type: 'completed', result: 'This is what I found' })
})

test('the interrupt policy is for people: nothing interrupts a sub-agent', async () => {
  const world = new World(undefined, undefined, {
    context: { ...testContext(), busyPolicy: 'interrupt', debounceMs: 0 },
  })
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(child(world, 0).liveContext.busyPolicy).toBe('reject')
})

test('no title is requested for a sub-agent', async () => {
  const world = await delegating('Look')
  world.wantsTitles = true
  await submit(world, child(world, 0), 'Seen')
  expect(world.model.requests.map(({ call }) => call.conversationId)).toEqual([
    ID,
    expect.stringMatching(/./),
    ID,
  ])
})

test('a change of permissions reaches working sub-agents', async () => {
  const world = await delegating('One')
  const behaviour = { ...world.settings.behaviour, permissionMode: 'readOnly' } as const
  world.settings = { ...world.settings, behaviour }
  await world.request('conversation.configure', { conversationId: ID, permissionMode: 'readOnly' })
  const only = child(world, 0)
  world.model.lastOf(idOf(only)).callBash('rm -rf build')
  await world.time.settle()
  expect(world.tools.runs).toHaveLength(0)
  expect(only.liveContext.busyPolicy).toBe('reject')
  const { conversationId } = only.liveContext
  expect(
    await world.request('conversation.configure', { conversationId, permissionMode: 'auto' }),
  ).toMatchObject({ ok: false })
})

test('T62 a stopped sub-agent is released when its aborted request has ended, however late', async () => {
  const world = await delegating('Look')
  const id = idOf(child(world, 0))
  world.cancel()
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  expect(world.registry.live(id)).not.toBeNull()
  world.model.lastOf(id).fail('aborted')
  await world.time.settle()
  expect(world.registry.live(id)).toBeNull()
})
