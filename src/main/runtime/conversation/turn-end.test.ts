import { expect, test } from 'vitest'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { ClientSession } from '../commands/session/client-session.ts'
import { child, idOf, submit } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'
import { verifyConversation } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId

function asking(): World {
  return new World(undefined, undefined, {
    context: { ...testContext(), permissionMode: 'ask' },
  })
}

function streamed(world: World): string {
  return world.events
    .flatMap((event) => (event.type === 'conversation.streamed' ? [event.text] : []))
    .join('')
}

test('T82 the end of an earlier session ends no later one: its stream continues, and its log replays', async () => {
  let world = new World()
  for (const end of ['closed', 'shutdown', 'lost']) {
    await world.send(`One before ${end}`)
    if (end !== 'lost') {
      world.model.last.replyText('Done')
      await world.time.settle()
    }
    if (end === 'closed') world.client.close()
    if (end === 'shutdown') await world.registry.shutdown()
    await world.time.settle()
    world = world.restart()
    expect(world.lifecycle.filter((entry) => entry.startsWith('sessionEnded'))).toContain(
      `sessionEnded ${end}`,
    )
  }
  await world.send('And now')
  world.model.last.call.onStarted()
  await world.time.settle()
  const late = new ClientSession(world.registry, (event) => world.events.push(event))
  late.follow(ID, world.runtime)
  late.close()
  world.model.last.call.onDelta('text', 'still here')
  await world.time.advance(1_000)
  expect(streamed(world)).toBe('still here')
  expect(world.state).toMatchObject({ type: 'llmRequesting', phase: { type: 'streaming' } })
  expect(world.store.conversation(ID)?.hasOpenSession).toBe(true)
  world.model.last.replyText('still here')
  await world.time.settle()
  expect(world.transcript.at(-1)).toBe('agent: still here')
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  const replayed = await verifyConversation(world.store.log, ID, pacing)
  expect(replayed).toMatchObject({ difference: null })
})

test('T83 a stream belongs to its own turn: the end of an older turn ends nothing of it', async () => {
  const world = new World()
  await world.send('First')
  const first = world.model.last
  first.call.onStarted()
  first.call.onDelta('text', 'old ')
  await world.time.advance(20)
  world.sendNow('Second', 'm-second', 'interrupt')
  await world.time.settle()
  const second = world.model.last
  second.call.onStarted()
  second.call.onDelta('text', 'new ')
  await world.time.advance(20)
  world.events.length = 0
  first.call.onDelta('text', 'too late ')
  first.fail('aborted')
  await world.time.advance(20)
  expect(world.runtime.feed.liveReply()?.text).toBe('new ')
  second.call.onDelta('text', 'and more')
  await world.time.advance(20)
  expect(streamed(world)).toBe('and more')
  second.replyText('new and more')
  await world.time.settle()
  expect(world.lifecycle.filter((entry) => entry.startsWith('turn'))).toEqual([
    'turnStarted',
    'turnInterrupted newMessage',
    'turnStarted',
    'turnCompleted',
  ])
  expect(world.transcript.at(-1)).toBe('agent: new and more')
})

test('T87 a late command succeeds without effect and leaves no trace', async () => {
  const world = asking()
  await world.send('Go')
  const stale = async (): Promise<void> => {
    const before = world.store.commits.length
    const { state } = world
    const conversationId = ID
    const callIds = ['gone.0' as CallId]
    const answer = { type: 'once' } as const
    const answers = [
      await world.request('turn.continue', { conversationId }),
      await world.request('turn.retry', { conversationId }),
      await world.request('approval.answer', { conversationId, callIds, answer }),
    ]
    await world.time.settle()
    for (const each of answers) expect(each).toEqual({ ok: true, value: {} })
    expect(world.state).toBe(state)
    expect(world.store.commits).toHaveLength(before)
  }
  await stale()
  world.model.last.callBash('make')
  await world.time.settle()
  const { state } = world
  const asked = state.type === 'awaitingApproval' ? state.round.remaining : []
  await stale()
  await world.answerApprovals({ type: 'once' })
  await stale()
  const twice = { callIds: asked.map(({ callId }) => callId), answer: { type: 'once' } as const }
  const again = await world.request('approval.answer', { conversationId: ID, ...twice })
  expect(again).toEqual({ ok: true, value: {} })
  expect(world.tools.runs).toHaveLength(1)
  expect(world.cancel()).toEqual({ type: 'accepted' })
  expect(world.cancel()).toMatchObject({ reason: 'nothingToDo' })
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  await stale()
  world.model.last.replyText('Done')
  await world.time.settle()
  await stale()
})

test.each(['its own question', 'the question of a sub-agent'])(
  'T90 a turn that waits for the answer to %s is not done: nothing reports it done, and nothing that waits for its end is sent',
  async (whose) => {
    const world = asking()
    world.wantsTitles = true
    await world.send('Go')
    const isOwn = whose === 'its own question'
    if (!isOwn) {
      world.model.last.spawn('Look')
      await world.time.settle()
    }
    const asker = isOwn ? ID : idOf(child(world, 0))
    world.model.lastOf(asker).callBash('make')
    await world.time.settle()
    await world.putInOutbox('And then this')
    await world.time.advance(24 * 60 * 60_000)
    const asked = world.model.requests.length
    expect(world.lifecycle).not.toContain('turnCompleted')
    expect(world.runtime.summary().activity).toBe('asking')
    expect(world.registry.rows.working().map(({ id }) => id)).toEqual([ID])
    expect(world.store.waiting(ID)).toHaveLength(1)
    await world.answerApprovals({ type: 'once' }, asker)
    world.tools.last.finish('made')
    await world.time.settle()
    if (!isOwn) await submit(world, child(world, 0), 'Looked')
    expect(world.lifecycle).not.toContain('turnCompleted')
    expect(world.model.requests.length).toBeGreaterThan(asked)
    world.model.lastOf(ID).replyText('Done')
    await world.time.settle()
    expect(world.lifecycle.filter((entry) => entry === 'turnCompleted')).toHaveLength(1)
    expect(world.store.waiting(ID)).toEqual([])
    expect(world.transcript.at(-1)).toBe('user: And then this')
  },
)
