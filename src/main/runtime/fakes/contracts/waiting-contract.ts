import { expect, test } from 'vitest'
import { testAttachment } from '../../../core/testing/test-attachment.ts'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import type { Store } from '../../ports/store.ts'
import { append, ID, user, waiting, withConversation } from './store-samples.ts'

/** Tests how a store keeps waiting messages. */
export function testWaitingStore(kind: string, open: () => Store): void {
  const created = (): Store => withConversation(open())

  test(`${kind}: messages wait in the order they were put, and a second putting changes one in its place`, () => {
    const store = created()
    const image = [testAttachment('cat.png')]
    for (const id of ['w1', 'w2', 'w3']) expect(store.putWaiting(ID, waiting(id)).ok).toBe(true)
    const changed = { ...waiting('w2', 'other'), attachments: image, when: 'nextStep' } as const
    store.putWaiting(ID, changed)
    expect(store.waiting(ID)).toEqual([waiting('w1'), changed, waiting('w3')])
    store.removeWaiting(ID, changed.id)
    store.putWaiting(ID, waiting('w2'))
    expect(store.waiting(ID)).toEqual([waiting('w1'), waiting('w3'), waiting('w2')])
  })

  test(`${kind}: waiting messages follow the given order; one that the order does not name comes last`, () => {
    const store = created()
    const order = (ids: readonly string[]): readonly string[] => {
      expect(store.orderWaiting(ID, ids as readonly MessageId[]).ok).toBe(true)
      return store.waiting(ID).map(({ id }) => id)
    }
    for (const id of ['w1', 'w2', 'w3', 'w4']) store.putWaiting(ID, waiting(id))
    expect(order(['w3', 'w1', 'w4', 'w2'])).toEqual(['w3', 'w1', 'w4', 'w2'])
    expect(order(['w2', 'none', 'w1', 'w2'])).toEqual(['w2', 'w1', 'w3', 'w4'])
    expect(order([])).toEqual(['w2', 'w1', 'w3', 'w4'])
    store.putWaiting(ID, waiting('w5'))
    expect(store.waiting(ID).at(-1)?.id).toBe('w5')
  })

  test(`${kind}: what is sent waits no longer, from the same step on, and nothing else goes with it`, () => {
    const store = created()
    const other = 'c2' as ConversationId
    store.createConversation({ id: other, folder: '/work', permissionMode: 'ask', at: 2 })
    for (const id of ['w1', 'w2', 'w3']) store.putWaiting(ID, waiting(id))
    store.putWaiting(other, waiting('w1'))
    const delivered = [waiting('w1').id, waiting('w3').id]
    append(store, { messages: [user('w1'), user('w3')], delivered })
    expect(store.waiting(ID)).toEqual([waiting('w2')])
    expect(store.waiting(other)).toEqual([waiting('w1')])
  })

  test(`${kind}: what a step holds is held, but for what it sends; a person may release it`, () => {
    const store = created()
    const other = 'c2' as ConversationId
    store.createConversation({ id: other, folder: '/work', permissionMode: 'ask', at: 2 })
    const next = { ...waiting('w3'), when: 'nextStep' } as const
    for (const each of [waiting('w1'), waiting('w2'), next]) store.putWaiting(ID, each)
    store.putWaiting(other, waiting('w1'))
    const sent = { messages: [user('w1')], delivered: [waiting('w1').id] }
    append(store, { ...sent, holdsWaiting: true })
    const held = { ...waiting('w2'), when: 'held' } as const
    expect(store.waiting(ID)).toEqual([held, { ...next, when: 'held' }])
    expect(store.waiting(other)).toEqual([waiting('w1')])
    store.putWaiting(ID, next)
    expect(store.waiting(ID)).toEqual([held, next])
  })
}
