import { beforeEach, expect, test, vi } from 'vitest'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { ok } from '../../../shared/result.ts'
import { outputHandlers } from './output-handlers.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const TURNS = 80
const MOST = 50

let world: World
/** The messages that were read in this turn of the loop, and the most of any. */
let read = 0
let most = 0

function counted(messages: readonly Message[]): readonly Message[] {
  read += messages.length
  most = Math.max(most, read)
  return messages
}

beforeEach(async () => {
  world = new World()
  for (let turn = 1; turn <= TURNS; turn++) {
    await world.send(`Question ${turn}`)
    world.model.last.replyText(`Answer ${turn}`)
    await world.time.settle()
  }
  const { store, time } = world
  const messagesOf = store.messagesOf.bind(store)
  const { history, messages } = {
    history: store.history.bind(store),
    messages: store.messages.bind(store),
  }
  const soon = time.soon.bind(time)
  vi.spyOn(store, 'history').mockImplementation((...asked) => counted(history(...asked)))
  vi.spyOn(store, 'messages').mockImplementation((...asked) => counted(messages(...asked)))
  vi.spyOn(store, 'messagesOf').mockImplementation((...asked) => counted(messagesOf(...asked)))
  vi.spyOn(time, 'soon').mockImplementation((run) => {
    soon(() => {
      read = 0
      run()
    })
  })
  read = most = 0
})

function measure() {
  return world.request('conversation.measure', { conversationId: ID })
}

const target = { type: 'since', throughSeq: 0 } as const
const page = { text: '', from: 0, bytes: 0, standsFor: 'printedEnd' } as never

test.for([
  ['what it has used is measured', () => measure()],
  [
    'the edits that could be undone are counted',
    () => world.request('edits.count', { conversationId: ID, target }),
  ],
  ['an undo is previewed', () => world.request('edits.preview', { conversationId: ID, target })],
  ['edits are undone', () => world.request('edits.undo', { conversationId: ID, target })],
  [
    'the changes of a conversation are reviewed',
    () => world.request('review.read', { conversationId: ID, scope: { type: 'conversation' } }),
  ],
  [
    'a file is opened that no call has named',
    () => world.request('open.file', { conversationId: ID, path: 'a.ts', line: null }),
  ],
  [
    'a file as it was then is shown',
    () =>
      world.request('log.pastFile', {
        conversationId: ID,
        seq: world.runtime.record.seq,
        path: '/work/a.ts',
      }),
  ],
  [
    'it is forked near its beginning',
    () =>
      world.request('conversation.fork', {
        conversationId: ID,
        newConversationId: 'fork' as ConversationId,
        throughSeq: 2,
      }),
  ],
  [
    'the whole output of a call is shown',
    () =>
      outputHandlers(
        {
          store: world.store,
          timers: world.time,
          outputs: { read: () => Promise.resolve(ok(page)), removeAll: () => Promise.resolve() },
        },
        { find: () => ok(world.runtime) },
      )['output.read'](
        { conversationId: ID, callId: 'gone.0' as CallId, before: null },
        world.client,
      ),
  ],
] as const)(
  'a long conversation is never read in one turn of the loop, in which a Stop would wait: %s',
  async ([, act]) => {
    const done = act()
    await world.time.settle()
    await done
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(MOST)
  },
)

test('what a conversation has used is measured with each message, and only what is new is read for it', async () => {
  const first = measure()
  await world.time.settle()
  await first
  read = most = 0
  await world.send('And?')
  read = most = 0
  await measure()
  expect(most).toBe(1)
})

test('a conversation that was opened knows its landmarks when the first message arrives', async () => {
  world = world.restart()
  let left = 20
  const seek = vi.fn(() => (left -= 1) > 0)
  vi.spyOn(world.store, 'seekLandmarks').mockImplementation(seek)
  await world.request('conversation.open', { conversationId: ID })
  expect(seek).not.toHaveBeenCalled()
  await world.time.settle()
  expect(seek).toHaveBeenCalledTimes(20)
})

test('a conversation that is opened reads its newest messages once, for the window and for the meter', async () => {
  world = world.restart()
  const { store } = world
  const read = vi.spyOn(store, 'messages')
  const opened = await world.request('conversation.open', { conversationId: ID })
  expect(read).toHaveBeenCalledTimes(1)
  expect(opened).toMatchObject({ ok: true, value: { use: { usedTokens: expect.any(Number) } } })
})

test('of a deleted conversation no landmarks are looked for', async () => {
  world = world.restart()
  const seek = vi.fn(() => true)
  vi.spyOn(world.store, 'seekLandmarks').mockImplementation(seek)
  await world.request('conversation.open', { conversationId: ID })
  await world.request('conversation.delete', { conversationId: ID })
  await world.time.settle()
  expect(seek.mock.calls.length).toBeLessThanOrEqual(1)
})
