import { beforeEach, describe, expect, test } from 'vitest'
import type { ConversationSnapshot } from '../../shared/conversation/conversation.ts'
import { ConversationId } from '../../shared/ids.ts'
import { type Client, createClient } from '../client.ts'
import { FakeHost, inputOf, settled } from '../fakes/fake-host.ts'
import {
  agentMessage,
  personMessage,
  snapshotOf,
  stepOf,
  streamedOf,
  streamingState,
} from '../fakes/samples.ts'
import { type ThreadStore, createThreadStore } from './thread.ts'

const one = ConversationId.parse('c1')
const two = ConversationId.parse('c2')
const ofTwo = (more: Partial<ConversationSnapshot> = {}): ConversationSnapshot => {
  const snapshot = snapshotOf(more)
  return { ...snapshot, summary: { ...snapshot.summary, id: two } }
}
let client: Client
let host: FakeHost
let threadStore: ThreadStore

beforeEach(() => {
  host = new FakeHost()
  client = createClient()
  void client.attach(host.connect())
  threadStore = createThreadStore(client, () => undefined)
})

const shownSeq = (): number | null => {
  const thread = threadStore.store.getState()
  return thread.type === 'open' ? thread.view.seq : null
}

const notKept = (): string | null | undefined => {
  const thread = threadStore.store.getState()
  return thread.type === 'open' ? (thread.view.notKept?.text ?? null) : undefined
}

async function openStreaming(): Promise<void> {
  threadStore.show(one)
  host.last('conversation.open').answer(snapshotOf({ state: streamingState() }))
  await settled()
  threadStore.apply([streamedOf(0, 'half')])
}

async function lookAtTwoAndBack(found: Partial<ConversationSnapshot>): Promise<void> {
  threadStore.show(two)
  host.last('conversation.open').answer(ofTwo())
  await settled()
  threadStore.show(one)
  host.last('conversation.open').answer(snapshotOf({ epoch: 3, ...found }))
  await settled()
}

describe('the conversation on the screen', () => {
  describe('until it may be shown', () => {
    let resolve: () => void

    beforeEach(async () => {
      const shown = Promise.withResolvers<void>()
      resolve = shown.resolve
      threadStore = createThreadStore(
        client,
        () => undefined,
        undefined,
        () => shown.promise,
      )
      threadStore.show(one)
      host.last('conversation.open').answer(snapshotOf({ seq: 3 }))
      await settled()
    })

    test('is asked for, and then shown with what has happened meanwhile', async () => {
      expect(threadStore.store.getState().type).toBe('opening')
      threadStore.apply([stepOf(3, 4)])
      resolve()
      await settled()
      expect(shownSeq()).toBe(4)
    })

    test('is asked for again on a new connection, and shown as it is then', async () => {
      threadStore.reopen()
      resolve()
      await settled()
      expect(shownSeq()).toBeNull()
      host.last('conversation.open').answer(snapshotOf({ epoch: 2, seq: 9 }))
      await settled()
      expect(shownSeq()).toBe(9)
    })
  })

  test('R5: a stopped answer is still there after a look at another conversation, and after a cut', async () => {
    await openStreaming()
    threadStore.apply([stepOf(10, 11)])
    await lookAtTwoAndBack({ seq: 11 })
    expect(notKept()).toBe('half')
    threadStore.reopen()
    host.last('conversation.open').answer(snapshotOf({ epoch: 4, seq: 11 }))
    await settled()
    expect(notKept()).toBe('half')
  })

  test('it is not asked for again while a snapshot is on its way, but on a new connection', async () => {
    threadStore.show(one)
    threadStore.reopen()
    expect(host.all('conversation.open')).toHaveLength(1)
    host.cut()
    void client.attach(host.connect())
    await settled()
    threadStore.reopen()
    expect(host.all('conversation.open')).toHaveLength(2)
  })

  test('streamed text from before the host died is still there, and disappears when the conversation continues', async () => {
    await openStreaming()
    threadStore.reopen()
    host.last('conversation.open').answer(snapshotOf({ epoch: 2 }))
    await settled()
    expect(notKept()).toBe('half')
    await lookAtTwoAndBack({ seq: 12, messages: [personMessage(12)] })
    expect(notKept()).toBeNull()
    await lookAtTwoAndBack({ seq: 12, messages: [personMessage(12)] })
    expect(notKept()).toBeNull()
  })

  test('an answer that finished streaming unwatched is not unfinished', async () => {
    await openStreaming()
    const stored = agentMessage(12, [{ type: 'text', text: 'half and half' }])
    await lookAtTwoAndBack({ seq: 12, messages: [stored] })
    expect(notKept()).toBeNull()
  })

  test('T84: a late snapshot of the previous one is not shown', async () => {
    threadStore.show(one)
    const first = host.last('conversation.open')
    threadStore.show(two)
    host.last('conversation.open').answer(ofTwo())
    await settled()
    first.answer(snapshotOf())
    await settled()
    const thread = threadStore.store.getState()
    expect(thread.type === 'open' && thread.view.summary.id).toBe(two)
    expect(inputOf(host.last('conversation.leave'))).toEqual({ conversationId: one })
  })

  test('T77: a gap reopens it, and events queued before the snapshot are dropped', async () => {
    threadStore.show(one)
    host.last('conversation.open').answer(snapshotOf())
    await settled()
    threadStore.apply([stepOf(12, 13)])
    threadStore.apply([stepOf(10, 11)])
    expect(host.all('conversation.open')).toHaveLength(2)
    expect(shownSeq()).toBe(10)
    host.last('conversation.open').answer(snapshotOf({ epoch: 2, seq: 13 }))
    await settled()
    threadStore.apply([stepOf(13, 14), stepOf(13, 14, { epoch: 2 })])
    expect(shownSeq()).toBe(14)
  })

  test('older pages stay on the screen when it is reopened', async () => {
    threadStore.show(one)
    host
      .last('conversation.open')
      .answer(snapshotOf({ messages: [personMessage(3)], hasEarlier: true }))
    await settled()
    const earlier = threadStore.showEarlier()
    host.last('conversation.earlier').answer({
      messages: [personMessage(1), personMessage(2)],
      shells: [],
      hasEarlier: false,
    })
    expect(await earlier).toBeNull()
    threadStore.reopen()
    host
      .last('conversation.open')
      .answer(snapshotOf({ messages: [personMessage(3), personMessage(4)], hasEarlier: true }))
    await settled()
    const thread = threadStore.store.getState()
    const view = thread.type === 'open' ? thread.view : null
    expect(view?.messages.map((message) => message.seq)).toEqual([1, 2, 3, 4])
    expect(view?.hasEarlier).toBe(false)
  })

  test('one that cannot be opened says why', async () => {
    threadStore.show(one)
    host.last('conversation.open').refuse({ code: 'notFound', message: 'It is gone.' })
    await settled()
    expect(threadStore.store.getState()).toMatchObject({
      type: 'failed',
      error: { code: 'notFound' },
    })
  })

  test('T67: one that was set aside is tried again, and opened or explained', async () => {
    threadStore.show(one)
    const aside = { code: 'setAside', message: 'It was set aside.' } as const
    host.last('conversation.open').refuse(aside)
    await settled()
    void threadStore.recover()
    host.last('conversation.recover').refuse({ ...aside, message: 'Still not.' })
    await settled()
    expect(threadStore.store.getState()).toMatchObject({ error: { message: 'Still not.' } })
    void threadStore.recover()
    host.last('conversation.recover').answer({})
    await settled()
    host.last('conversation.open').answer(snapshotOf())
    await settled()
    expect(threadStore.store.getState().type).toBe('open')
  })
})
