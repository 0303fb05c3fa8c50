import { expect, onTestFinished, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { ManualTime } from '../fakes/manual-time.ts'
import { World } from '../fakes/world.ts'
import { onFault } from '../guard.ts'

const ID = 'c1' as ConversationId
const OTHER = 'other' as ConversationId
const CLOSING = { ok: false, error: { code: 'closing' } }

/** Quitting waits for a command that ignores it; a second conversation rests and could begin. */
async function closing(): Promise<{ readonly world: World; readonly over: Promise<void> }> {
  const world = new World()
  world.create(OTHER)
  await world.send('Go')
  world.model.last.callBash('trap "" TERM')
  await world.time.settle()
  return { world, over: world.registry.shutdown() }
}

test('T27 while Phoenix is closing, whatever would start a turn is refused for that reason, and starts nothing', async () => {
  const { world, over } = await closing()
  const message = { conversationId: OTHER, messageId: 'late' as MessageId, attachments: [] }
  const sent = { ...message, text: 'Late', mode: 'interrupt' } as const
  expect(await world.request('message.send', sent)).toMatchObject(CLOSING)
  expect(await world.request('turn.retry', { conversationId: OTHER })).toMatchObject(CLOSING)
  expect(await world.request('turn.continue', { conversationId: ID })).toMatchObject(CLOSING)
  await world.time.advance(2_000)
  await over
  expect(world.model.requests).toHaveLength(1)
  expect(world.store.history(OTHER)).toEqual([])
  expect(world.lifecycle.at(-1)).toBe('sessionEnded shutdown')
})

test('waiting messages and drafts are stored while Phoenix is closing, and not sent', async () => {
  const { world, over } = await closing()
  const message = { id: 'late' as MessageId, text: 'Late', attachments: [], when: 'idle' } as const
  const put = await world.request('outbox.put', { conversationId: OTHER, message })
  expect(put).toEqual({ ok: true, value: {} })
  const draft = { conversationId: OTHER, text: 'Half a', attachments: [], caret: 0 }
  expect(await world.request('draft.save', draft)).toEqual({ ok: true, value: {} })
  await world.time.advance(2_000)
  await over
  expect(world.model.requests).toHaveLength(1)
  expect(world.store.waiting(OTHER)).toHaveLength(1)
  expect(world.store.draft(OTHER).text).toBe('Half a')
})

test('after the end no frame reaches the store, and no conversation is reported missing', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  await world.registry.shutdown()
  world.store.conversation = () => {
    throw new Error('the store is closed')
  }
  expect(world.registry.get(ID)).toBeNull()
  world.client.close()
  const sent = await world.request('turn.retry', { conversationId: ID })
  expect(sent).toMatchObject(CLOSING)
})

/** No timer fires but that of the limit, and no watch notices. */
class DeafTime extends ManualTime {
  override start(afterMs: number, fire: () => void): () => void {
    return afterMs === 2_000 ? super.start(afterMs, fire) : () => undefined
  }

  override every(): () => void {
    return () => undefined
  }
}

// covers E-09 R5-12
test('T27 a conversation that never rests is abandoned after 2 s, and not before', async () => {
  const world = new World(undefined, new DeafTime())
  await world.send('Go')
  world.model.last.callBash('trap "" TERM')
  await world.time.settle()
  let isOver = false
  const over = world.registry.shutdown().then(() => (isOver = true))
  await world.time.advance(1_999)
  expect([world.state.type, isOver]).toEqual(['cancelling', false])
  await world.time.advance(1)
  expect(isOver).toBe(true)
  await over
})

test('T27 a port that throws while Phoenix closes delays neither the other conversations nor the end', async () => {
  const world = new World()
  onTestFinished(onFault(() => {}))
  world.create(OTHER)
  await world.send('Go')
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) => {
    if (each.conversationId === ID) throw new Error('a bug')
    return commit(each)
  }
  world.time.start = () => {
    throw new Error('a bug')
  }
  world.time.soon = () => {
    throw new Error('a bug')
  }
  const over = world.registry.shutdown()
  await expect(over).resolves.toBeUndefined()
  expect(world.model.last.call.signal.aborted).toBe(true)
})
