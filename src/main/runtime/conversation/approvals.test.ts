import { expect, test } from 'vitest'
import { askedCalls } from '../../../shared/conversation/conversation-state.ts'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { PermissionMode } from '../../../shared/conversation/turn.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const OTHER = 'c2' as ConversationId

async function asking(...commands: readonly string[]): Promise<World> {
  const world = new World(undefined, undefined, {
    context: { ...testContext(), permissionMode: 'ask' },
  })
  await world.send('Go')
  world.model.last.callBash(...commands)
  await world.time.settle()
  return world
}

test('T24 an approved call runs exactly once, whoever approves it again', async () => {
  const world = await asking('make')
  expect(world.state.type).toBe('awaitingApproval')
  expect(world.tools.runs).toHaveLength(0)
  expect(world.runtime.summary().activity).toBe('asking')
  const callIds = askedIds(world)
  const answer = { conversationId: ID, callIds, answer: { type: 'once' } } as const
  expect(await world.request('approval.answer', answer)).toEqual({ ok: true, value: {} })
  expect(await world.request('approval.answer', answer)).toEqual({ ok: true, value: {} })
  await world.time.settle()
  expect(world.tools.runs.map((run) => run.command)).toEqual(['make'])
  world.tools.last.finish('made')
  await world.time.settle()
  expect(await world.request('approval.answer', answer)).toEqual({ ok: true, value: {} })
  await world.time.settle()
  expect(world.tools.runs).toHaveLength(1)
  expect(world.model.requests).toHaveLength(2)
})

test('T16 a denied call reaches the model with the reason, and the turn continues', async () => {
  const world = await asking('rm -rf /')
  await world.answerApprovals({ type: 'deny', reason: 'Not that.' })
  expect(world.tools.runs).toHaveLength(0)
  expect(world.transcript.at(-1)).toContain('tool denied')
  expect(world.transcript.at(-1)).toContain('Not that.')
  expect(world.state.type).toBe('llmRequesting')
})

test('one question makes the whole round wait; after its last answer the round runs in request order', async () => {
  const world = await asking('one', 'two')
  await world.time.advance(24 * 60 * 60_000)
  expect(world.state.type).toBe('awaitingApproval')
  await world.answerApprovals({ type: 'once' })
  world.tools.last.finish('1')
  await world.time.settle()
  expect(world.tools.runs.map((run) => run.command)).toEqual(['one', 'two'])
})

test('an "always" rule is stored for the folder, and reaches another live conversation of it', async () => {
  const world = await asking('make')
  const beside = world.create(OTHER, '/work', 'ask')
  await say(world, OTHER, 'Hello')
  const elsewhere = world.create('c3', '/elsewhere', 'ask')
  await say(world, 'c3' as ConversationId, 'Hello')
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  await world.answerApprovals({ type: 'always', rule })
  expect(world.tools.runs.map((run) => run.command)).toEqual(['make'])
  expect(world.store.rules('/work')).toEqual([rule])
  expect(beside.liveContext.rules).toEqual([rule])
  expect(elsewhere.liveContext.rules).toEqual([])
  world.model.lastOf(OTHER).callBash('make')
  await world.time.settle()
  expect(beside.current.type).toBe('toolExecuting')
  world.model.lastOf('c3' as ConversationId).callBash('make')
  await world.time.settle()
  expect(elsewhere.current.type).toBe('awaitingApproval')
  const recorded = world.store.records.get(OTHER)?.rows.map((row) => {
    return row.kind === 'lifecycle' ? row.entry : null
  })
  expect(recorded).toContainEqual({ type: 'settingsChanged', change: { rules: [rule] } })
})

test('after a rule is removed, every live conversation of its folder asks again from the next reply on; waiting calls stay', async () => {
  const world = await asking('make')
  const beside = world.create(OTHER, '/work', 'ask')
  await say(world, OTHER, 'Hello')
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  await world.answerApprovals({ type: 'always', rule })
  expect(world.events).toContainEqual({ type: 'rules.changed' })
  world.model.lastOf(OTHER).callBash('ls', 'make')
  await world.time.settle()
  const waiting = beside.current
  const listed = { ok: true, value: { rules: [{ folder: '/work', rule }] } }
  expect(await world.request('rules.list', {})).toEqual(listed)

  const told = world.events.filter(({ type }) => type === 'rules.changed').length
  expect(await world.request('rules.remove', { folder: '/work', rule })).toMatchObject({ ok: true })
  expect(await world.request('rules.list', {})).toEqual({ ok: true, value: { rules: [] } })
  expect(world.events.filter(({ type }) => type === 'rules.changed')).toHaveLength(told + 1)
  expect([world.runtime.liveContext.rules, beside.liveContext.rules]).toEqual([[], []])
  expect(beside.current).toEqual(waiting)
  world.tools.last.finish('made')
  await world.time.settle()
  world.model.last.callBash('make')
  await world.time.settle()
  expect(world.state.type).toBe('awaitingApproval')
  expect(await world.request('rules.remove', { folder: '/work', rule })).toMatchObject({ ok: true })
})

test('a rule that cannot be removed still applies, and the person sees why', async () => {
  const world = await asking('make')
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  await world.answerApprovals({ type: 'always', rule })
  world.store.removeRule = () => ({ ok: false, error: 'full' })
  const answer = await world.request('rules.remove', { folder: '/work', rule })
  expect(answer).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(world.runtime.liveContext.rules).toEqual([rule])
})

test('a removed rule is gone from live conversations even if the others cannot be read again', async () => {
  const world = await asking('make')
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  await world.answerApprovals({ type: 'always', rule })
  world.store.rules = () => {
    throw new Error('disk I/O error')
  }
  expect(await world.request('rules.remove', { folder: '/work', rule })).toMatchObject({ ok: true })
  expect(world.runtime.liveContext.rules).toEqual([])
})

test('the change a call would make is shown while a person is asked about it, and not afterwards', async () => {
  const world = await asking('one', 'two')
  const [first = '' as CallId, second = '' as CallId] = askedIds(world)
  const preview = (callId: CallId, conversationId = ID): Promise<unknown> =>
    world.request('approval.preview', { conversationId, callId })
  const diffOfTwo = { ok: true, value: { type: 'diff', text: 'two', leftOut: 0 } }
  const none = { ok: true, value: { type: 'none' } }
  expect(await preview(second)).toEqual(diffOfTwo)
  const given = { conversationId: ID, callIds: [first], answer: { type: 'once' } } as const
  await world.request('approval.answer', given)
  expect(await preview(first)).toEqual(none)
  expect(await preview(second)).toEqual(diffOfTwo)
  await world.answerApprovals({ type: 'once' })
  expect(await preview(second)).toEqual(none)
  expect(await preview(second, 'nobody' as ConversationId)).toMatchObject({ ok: false })
  expect(world.tools.runs).toHaveLength(1)
})

test('a rule is saved together with the answer that grants it: on a full disk neither is, and nothing runs', async () => {
  const world = await asking('make')
  const commit = world.store.commit.bind(world.store)
  world.store.commit = () => ({ ok: false, error: 'full' })
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  const answer = { type: 'always', rule } as const
  const given = { conversationId: ID, callIds: askedIds(world), answer }
  expect(await world.request('approval.answer', given)).toMatchObject({
    ok: false,
    error: { code: 'storage' },
  })
  await world.time.settle()
  world.store.commit = commit
  expect(world.tools.runs).toEqual([])
  expect(world.state.type).toBe('error')
  expect(world.store.rules('/work')).toEqual([])
})

test('rules that were saved but can’t be read again delay nothing: the call runs, and the new rule applies', async () => {
  const world = await asking('make')
  world.store.rules = () => {
    throw new Error('disk I/O error')
  }
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  await world.answerApprovals({ type: 'always', rule })
  expect(world.tools.runs.map((run) => run.command)).toEqual(['make'])
  expect(world.warnings).toContain('the rules of a folder could not be read')
  world.tools.last.finish('made')
  await world.time.settle()
  world.model.last.callBash('make')
  await world.time.settle()
  expect(world.tools.runs.map((run) => run.command)).toEqual(['make', 'make'])
})

test('T66 after a restart, calls that waited for approval are closed as not approved, and never run', async () => {
  const world = await asking('make')
  const again = world.restart()
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  expect(again.transcript.at(-1)).toContain('Not approved')
  expect(again.tools.runs).toHaveLength(0)
})

test('a chosen permission mode applies from the next reply, is shown and stored, and is the default of new conversations', async () => {
  const world = await asking('make')
  await world.request('conversation.configure', { conversationId: ID, permissionMode: 'auto' })
  expect(world.state.type).toBe('toolExecuting')
  expect(world.events).toContainEqual(
    expect.objectContaining({ type: 'conversation.configured', permissionMode: 'auto' }),
  )
  world.tools.last.finish('made')
  await world.time.settle()
  world.model.last.callBash('make test')
  await world.time.settle()
  expect(world.state.type).toBe('toolExecuting')
  expect(world.settings.behaviour.permissionMode).toBe('auto')
  await world.request('conversation.create', { conversationId: OTHER, folder: '/work' })
  expect(modeOf(world, OTHER)).toBe('auto')
  expect(modeOf(world.restart(), ID)).toBe('auto')
})

test('a new conversation asks unless another mode is chosen with it; that becomes the default', async () => {
  const world = new World()
  await world.request('conversation.create', { conversationId: OTHER, folder: '/work' })
  expect(modeOf(world, OTHER)).toBe('ask')
  const third = 'c3' as ConversationId
  const chosen = { conversationId: third, folder: '/work', permissionMode: 'readOnly' } as const
  await world.request('conversation.create', chosen)
  expect(modeOf(world, third)).toBe('readOnly')
  expect(world.settings.behaviour.permissionMode).toBe('readOnly')
  // Another setting may have been edited by hand since it was read.
  expect(world.savedSettings).toEqual([{ behaviour: { permissionMode: 'readOnly' } }])
})

test('its own system prompt applies from the next turn, and null restores the default', async () => {
  const world = new World()
  const configure = (systemPrompt: string | null): Promise<unknown> =>
    world.request('conversation.configure', { conversationId: ID, systemPrompt })
  const named = 'The model you run on: claude-test'
  await configure('Speak like a pirate.')
  await world.send('Hello')
  expect(world.model.last.call.request.system).toBe(`Speak like a pirate.\n\n${named}`)
  await configure(null)
  world.model.last.callBash('ls')
  await world.time.settle()
  world.tools.last.finish('')
  await world.time.settle()
  expect(world.model.last.call.request.system).toBe(`Speak like a pirate.\n\n${named}`)
  world.model.last.replyText('Arr')
  await world.time.settle()
  await world.send('And now?')
  expect(world.model.last.call.request.system).toBe(`Be brief.\n\n${named}`)
})

function askedIds({ state }: World): readonly CallId[] {
  return state.type === 'awaitingApproval' ? askedCalls(state).map(({ callId }) => callId) : []
}

function modeOf(world: World, id: ConversationId): PermissionMode | undefined {
  return world.store.conversation(id)?.permissionMode
}

async function say(world: World, conversationId: ConversationId, text: string): Promise<void> {
  const message = { conversationId, messageId: `${conversationId}-m` as never, text }
  await world.request('message.send', { ...message, attachments: [], mode: 'policy' })
  await world.time.settle()
}
