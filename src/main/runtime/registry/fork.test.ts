import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId
const FORK = 'fork' as ConversationId
const ASKED = { conversationId: ID, newConversationId: FORK, throughSeq: null }

async function answered(world: World, question: string, answer: string): Promise<void> {
  await world.send(question)
  world.model.last.replyText(answer)
  await world.time.settle()
}

/** Up to this place of what was said. */
function forkAt(world: World, throughSeq: number, newConversationId = FORK) {
  return world.request('conversation.fork', { conversationId: ID, newConversationId, throughSeq })
}

function typesIn(world: World, id: ConversationId): readonly string[] {
  return world.store.history(id).map(({ content }) => content.type)
}

async function differencesIn(world: World): Promise<unknown> {
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  return (await verifyHistory(world.store.log, null, pacing)).differences
}

async function sayInFork(world: World, text: string): Promise<string> {
  const message = { conversationId: FORK, messageId: `m ${text}` as never, text, attachments: [] }
  await world.request('message.send', { ...message, mode: 'policy' })
  await world.time.settle()
  return JSON.stringify(world.model.last.call.request.messages)
}

test('T98 a fork has the folder and settings of its original, remembers it, and forking twice makes one', async () => {
  const world = new World()
  await answered(world, 'Mend the door', 'It hangs again')
  const own = { permissionMode: 'acceptEdits', network: false, systemPrompt: 'Be brief.' } as const
  await world.request('conversation.configure', { conversationId: ID, ...own })
  const asked = world.model.requests.length
  const first = await world.request('conversation.fork', ASKED)
  const second = await world.request('conversation.fork', ASKED)
  expect(second).toEqual(first)
  expect(world.model.requests).toHaveLength(asked)
  expect(world.registry.rows.all().map(({ id, forkedFrom }) => [id, forkedFrom])).toEqual(
    expect.arrayContaining([
      [ID, null],
      [FORK, ID],
    ]),
  )
  expect(world.registry.rows.all()).toHaveLength(2)
  expect(world.store.conversation(FORK)).toMatchObject({ ...own, folder: '/work', forkedFrom: ID })
  expect(world.events.filter((event) => event.type === 'list.changed').at(-1)).toMatchObject({
    summary: { id: FORK, forkedFrom: ID, title: 'Fork: Mend the door' },
  })
  expect(await differencesIn(world)).toEqual([])
})

test('a long conversation is forked in slices: other work continues, and the fork is the same, once', async () => {
  const world = new World()
  for (let turn = 1; turn <= 105; turn++)
    await answered(world, `Question ${turn}`, `Answer ${turn}`)
  const [first, second] = [forkAt(world, 207), forkAt(world, 207)]
  await world.time.settle()
  expect(await first).toEqual(await second)
  expect(world.store.history(FORK).map(({ content }) => content)).toEqual(
    world.store
      .history(ID)
      .slice(0, 207)
      .map(({ content }) =>
        content.type === 'agent' ? { ...content, price: null, usage: NO_USAGE } : content,
      ),
  )
  const rowsWith = (type: string): readonly unknown[] =>
    world.store.log.rows(FORK, 0, 100).filter((row) => JSON.stringify(row).includes(`"${type}"`))
  expect(rowsWith('forked')).toHaveLength(11)
  // One with its first slice; then it stays loaded until its last, and no longer.
  expect(rowsWith('sessionOpened')).toHaveLength(2)
  expect(world.registry.live(FORK)).toBeNull()
  expect(world.registry.get(FORK)?.summary().title).toBe('Fork: Question 1')
  expect(await sayInFork(world, 'And now?')).toContain('Question 104')
  expect(await differencesIn(world)).toEqual([])
})

/** A world with a long conversation, in which something happens as the third slice of its fork is written. */
async function longWorld(atThird: (world: World) => void): Promise<World> {
  const world = new World()
  for (let turn = 1; turn <= 60; turn++) await answered(world, `Question ${turn}`, `Answer ${turn}`)
  const commit = world.store.commit.bind(world.store)
  let slices = 0
  world.store.commit = (step) => {
    const isForked = step.conversationId === FORK && step.messages.length > 0
    if (isForked && ++slices === 2) atThird(world)
    return commit(step)
  }
  return world
}

test('a kill in the middle of a fork leaves nothing of it: until its last slice it is in no list', async () => {
  const world = await longWorld(({ time }) => (time.soon = () => {}))
  void forkAt(world, 120)
  await world.time.settle()
  const written = world.store.history(FORK).length
  expect([written > 0, written < 120]).toEqual([true, true])
  expect(world.registry.rows.all().map(({ id }) => id)).toEqual([ID])
  expect(JSON.stringify(world.events)).not.toContain('Fork: ')

  const again = world.restart()
  expect(again.store.list().map(({ id }) => id)).toEqual([ID])
  expect(again.store.history(ID)).toHaveLength(120)
  const whole = forkAt(again, 120, 'another' as ConversationId)
  await again.time.settle()
  expect(await whole).toMatchObject({ ok: true, value: { title: 'Fork: Question 1' } })
  expect(again.store.history('another' as ConversationId)).toHaveLength(120)
  expect(await differencesIn(again)).toEqual([])
})

test('a fork whose third slice cannot be written leaves nothing either', async () => {
  const world = await longWorld(({ store }) => {
    store.failing = 'full'
    queueMicrotask(() => (store.failing = null))
  })
  const forking = forkAt(world, 120)
  await world.time.settle()
  expect(await forking).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(world.store.conversation(FORK)).toBeNull()
  expect(world.registry.rows.all().map(({ id }) => id)).toEqual([ID])
})

test('a fork begins with an excerpt of the conversation, and continues from it', async () => {
  const world = new World()
  await answered(world, 'Mend the door', 'It hangs again')
  await world.request('conversation.fork', ASKED)
  expect(world.store.history(FORK).map(({ content }) => content.type)).toEqual(['summary'])
  const sent = await sayInFork(world, 'And the window?')
  expect(sent).toContain('It hangs again')
  expect(sent).toContain('The latest message of the user:\\nMend the door')
  expect(sent).toContain('And the window?')
  world.model.last.replyText('That too')
  await world.time.settle()
  expect(world.store.history(ID)).toHaveLength(2)
  expect(await differencesIn(world)).toEqual([])
  expect(await differencesIn(world.restart())).toEqual([])
})

test('a fork contains the newest summary and everything since', async () => {
  const world = new World()
  await answered(world, 'Mend the door', 'It hangs again')
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  world.model.last.replyText('A door was mended.')
  await world.time.settle()
  await answered(world, 'And the window?', 'Closed')
  await world.request('conversation.fork', ASKED)
  const [first] = world.store.history(FORK)
  const text = first?.content.type === 'summary' ? first.content.text : ''
  expect(text).toContain('A door was mended.')
  expect(text).toContain('Closed')
  expect(text).not.toContain('It hangs again')
})

test('a conversation that is too long for its model continues in its fork', async () => {
  const context = testContext()
  const limits = { ...context.primary.limits, contextTokens: 6_500 }
  const world = new World(undefined, undefined, {
    context: { ...context, autoCompact: false, primary: { ...context.primary, limits } },
  })
  await answered(world, 'word '.repeat(2_000), 'word '.repeat(2_000))
  await world.send('Go on')
  expect(world.state.type).toBe('contextExhausted')
  await world.request('conversation.fork', ASKED)
  expect(await sayInFork(world, 'Here we are')).toContain('Go on')
  world.model.last.replyText('Gone on')
  await world.time.settle()
  expect(world.registry.get(FORK)?.current.type).toBe('idle')
  expect(world.state.type).toBe('contextExhausted')
})

test('an empty conversation, a sub-agent and a full disk give no fork', async () => {
  const world = new World()
  const refused = { ok: false, error: { code: 'invalidInput' } }
  expect(await world.request('conversation.fork', ASKED)).toMatchObject(refused)
  await world.send('Look around')
  world.model.last.spawn('one')
  await world.time.settle()
  const child = world.children[0]?.record.stored.id ?? ID
  const ofChild = { ...ASKED, conversationId: child }
  expect(await world.request('conversation.fork', ofChild)).toMatchObject(refused)
  world.store.failing = 'full'
  const full = { ok: false, error: { code: 'storage' } }
  expect(await world.request('conversation.fork', ASKED)).toMatchObject(full)
  world.store.failing = null
  expect(world.store.conversation(FORK)).toBeNull()
  expect((await world.request('conversation.fork', ASKED)).ok).toBe(true)
})

test('a fork from a message has everything up to it, word for word, and replays', async () => {
  const world = new World()
  await answered(world, 'Mend the door', 'It hangs again')
  await answered(world, 'And the window?', 'Closed')
  expect(await forkAt(world, 2)).toMatchObject({ ok: true, value: { hasBegun: true } })
  expect(typesIn(world, FORK)).toEqual(['user', 'agent'])
  expect(world.registry.get(FORK)?.current).toEqual({ type: 'idle', unfinished: null })
  const sent = await sayInFork(world, 'And the roof?')
  expect(sent).toContain('It hangs again')
  expect(sent).not.toContain('window')
  world.model.last.replyText('Tight')
  await world.time.settle()
  expect(typesIn(world, ID)).toEqual(['user', 'agent', 'user', 'agent'])
  expect(world.store.history(FORK)[0]?.at).toBe(world.store.history(ID)[0]?.at)
  expect(await differencesIn(world)).toEqual([])
  expect(await differencesIn(world.restart())).toEqual([])
})

test('a fork that begins with an unanswered message can be continued', async () => {
  const world = new World()
  await answered(world, 'Mend the door', 'It hangs again')
  await forkAt(world, 1)
  expect(world.registry.get(FORK)?.current).toMatchObject({ unfinished: { cause: 'forked' } })
  await world.request('turn.continue', { conversationId: FORK })
  await world.time.settle()
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain('Mend the door')
  world.model.last.replyText('Done otherwise')
  await world.time.settle()
  expect(typesIn(world, FORK)).toEqual(['user', 'agent'])
  expect(await differencesIn(world)).toEqual([])
})

test('a working conversation is forked and continues undisturbed; its open call is interrupted in the fork only', async () => {
  const world = new World()
  await world.send('Look around')
  world.model.last.callBash('ls')
  await world.time.settle()
  const before = world.state
  expect(before.type).toBe('toolExecuting')
  const { seq } = world.runtime.record
  expect(await forkAt(world, 2)).toMatchObject({ ok: true, value: { activity: 'unfinished' } })
  expect(world.state).toBe(before)
  expect(world.runtime.record.seq).toBe(seq)
  expect(world.store.history(FORK).at(-1)?.content).toMatchObject({
    type: 'tool',
    outcome: 'unknown',
  })
  world.tools.last.finish('out')
  await world.time.settle()
  world.model.last.replyText('Seen')
  await world.time.settle()
  expect(typesIn(world, ID)).toEqual(['user', 'agent', 'tool', 'agent'])
  await world.request('turn.continue', { conversationId: FORK })
  await world.time.settle()
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain('Interrupted')
  world.model.last.replyText('I look again')
  await world.time.settle()
  expect(await differencesIn(world)).toEqual([])
})
