import { expect, onTestFinished, test, vi } from 'vitest'
import { failed } from '../../../shared/result.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { storageError } from '../conversation/answers.ts'
import { EMPTY_PORTS } from '../fakes/absent/empty-ports.ts'
import { World } from '../fakes/world.ts'
import { LOCK_PATIENCE_MS } from '../conversation/while-locked.ts'

const conversationId = 'c1' as never
const LOCKED = { ok: false, error: { code: 'storage' } }

/** A world whose database is locked for less than commands wait. */
function locked(): World {
  const world = new World()
  world.store.failing = 'locked'
  return world
}

async function letGo(world: World): Promise<void> {
  await world.time.advance(LOCK_PATIENCE_MS / 2)
  world.store.failing = null
  await world.time.advance(100)
}

const rename = (world: World, title: string) =>
  world.request('conversation.rename', { conversationId, title })

test('a short lock refuses no command: it is done when the lock is over', async () => {
  const world = locked()
  const answers = [
    world.request('conversation.pin', { conversationId, isPinned: true }),
    world.request('conversation.configure', { conversationId, network: false }),
    world.request('conversation.create', { conversationId: 'c2' as never, folder: '/work' }),
    rename(world, 'Named'),
  ]
  await letGo(world)
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ ok: true })
  expect(world.registry.get('c2' as never)).not.toBeNull()
  expect(world.runtime.summary()).toMatchObject({ title: 'Named' })
})

test('commands that wait are done in their order, one that comes after the lock too', async () => {
  const world = locked()
  const first = rename(world, 'First')
  const second = rename(world, 'Second')
  await world.time.settle()
  world.store.failing = null
  const third = rename(world, 'Third')
  await world.time.advance(100)
  await Promise.all([first, second, third])
  expect(world.runtime.summary()).toMatchObject({ title: 'Third' })
})

test('a long lock is the answer to each of them after the same time', async () => {
  const world = locked()
  const answers: unknown[] = []
  for (const title of ['First', 'Second'])
    void rename(world, title).then((answer) => answers.push(answer))
  await world.time.advance(LOCK_PATIENCE_MS - 100)
  expect(answers).toEqual([])
  await world.time.advance(200)
  expect(answers).toMatchObject([LOCKED, LOCKED])
})

test.each([
  ['in one step', 1],
  ['in slices', 60],
])('a fork %s waits too, and is whole', async (_, turns) => {
  const world = new World()
  for (let turn = 0; turn < turns; turn++) {
    await world.send(`Question ${turn}`)
    world.model.last.replyText('Answer')
    await world.time.settle()
  }
  world.store.failing = 'locked'
  const id = 'fork' as never
  const asked = { conversationId, newConversationId: id, throughSeq: turns * 2 }
  const forked = world.request('conversation.fork', asked)
  await letGo(world)
  await world.time.settle()
  expect(await forked).toMatchObject({ ok: true })
  expect(world.store.history(id)).toHaveLength(turns * 2)
})

test('what would start something after a Stop is refused at once: a message put to wait, a command of one’s own', async () => {
  const world = locked()
  const message = { id: 'm1', text: 'Later', attachments: [], when: 'idle' } as never
  expect(await world.request('outbox.put', { conversationId, message })).toMatchObject(LOCKED)
  const start = vi
    .spyOn(EMPTY_PORTS.shells, 'start')
    .mockImplementation(() => failed(storageError('locked')))
  onTestFinished(() => start.mockRestore())
  const run = { conversationId, id: 'w1' as never, command: 'make' }
  const asked = world.request('shell.run', run)
  await letGo(world)
  expect(start).toHaveBeenCalledOnce()
  expect(await asked).toMatchObject(LOCKED)
})

const send = (world: World) => {
  const message = {
    messageId: 'm1' as never,
    text: 'Hello',
    attachments: [],
    mode: 'policy' as const,
  }
  return world.request('message.send', { conversationId, ...message })
}

const saveDraft = (world: World) =>
  world.request('draft.save', { conversationId, text: 'Hello', attachments: [], caret: 5 })

test.each([
  ['sent', send, 'user: Hello'],
  [
    'put to wait',
    (world: World) => {
      const message = { id: 'm1' as never, text: 'Hello', attachments: [], when: 'idle' as const }
      return world.request('outbox.put', { conversationId, message })
    },
    'user: Hello',
  ],
])(
  'a draft that waits is saved before the message that was %s later, and goes with it',
  async (_, act, line) => {
    const world = locked()
    const saved = saveDraft(world)
    await world.time.settle()
    const acted = act(world)
    await letGo(world)
    for (const answer of await Promise.all([saved, acted]))
      expect(answer).toEqual({ ok: true, value: {} })
    expect(world.transcript).toEqual([line])
    expect(world.store.draft(conversationId).text).toBe('')
  },
)

test('a message goes out with the settings that were chosen before it', async () => {
  const context = testContext()
  const primary = { ...context.primary, searchesWeb: true as const }
  const world = new World(undefined, undefined, { context: { ...context, primary } })
  await world.send('First')
  world.model.last.replyText('Answer')
  await world.time.settle()
  world.store.failing = 'locked'
  const chosen = { conversationId, webSearch: true }
  const configured = world.request('conversation.configure', chosen)
  await world.time.settle()
  const sent = send(world)
  await letGo(world)
  await world.time.settle()
  for (const answer of await Promise.all([configured, sent])) expect(answer.ok).toBe(true)
  expect(world.model.requests).toHaveLength(2)
  expect(world.model.last.call.webSearch).toBe(true)
})

test('what is typed after a message that waits does not overtake it', async () => {
  const world = locked()
  void saveDraft(world)
  await world.time.settle()
  const sent = send(world)
  const sending = ['m1' as never]
  const more = { text: 'Hello\n\nmore', attachments: [], caret: 0, sending }
  const saved = world.request('draft.save', { conversationId, ...more })
  await letGo(world)
  expect(await sent).toEqual({ ok: true, value: {} })
  expect(await saved).toEqual({ ok: true, value: { isSent: true } })
  expect(world.store.draft(conversationId).text).toBe('')
})

test('once a timer was lost, the next command lets go what waits behind it', async () => {
  const world = locked()
  const start = world.time.start.bind(world.time)
  vi.spyOn(world.time, 'start').mockImplementation((ms, run) =>
    ms < 100 ? () => undefined : start(ms, run),
  )
  void saveDraft(world)
  await world.time.settle()
  const sent = send(world)
  world.store.failing = null
  await world.time.advance(2 * LOCK_PATIENCE_MS)
  expect((await rename(world, 'Named')).ok).toBe(true)
  expect(await sent).toEqual({ ok: true, value: {} })
})

test('a Stop drops a message that waits behind a draft; the draft is still saved', async () => {
  const world = locked()
  const saved = saveDraft(world)
  await world.time.settle()
  const sent = send(world)
  const working = () => world.registry.rows.working().length
  expect(working()).toBe(1)
  world.registry.stop(conversationId, () => {})
  expect(working()).toBe(0)
  expect(await sent).toMatchObject(LOCKED)
  await letGo(world)
  expect((await saved).ok).toBe(true)
  expect(world.transcript).toEqual([])
  expect(world.store.draft(conversationId).text).toBe('Hello')
})

test('a deleted conversation stays hidden until the lock is over, and is then removed', async () => {
  const world = locked()
  await world.request('conversation.delete', { conversationId })
  await world.time.advance(60_000)
  expect(world.registry.deletions.isUnlisted(conversationId)).toBe(true)
  world.store.failing = null
  await world.time.advance(2_000)
  expect(world.store.list()).toEqual([])
})
