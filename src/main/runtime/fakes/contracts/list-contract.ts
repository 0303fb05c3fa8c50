import { expect, test } from 'vitest'
import { IN_THE_LIST } from '../../../../shared/conversation/conversation.ts'
import type { CallId, ConversationId } from '../../../../shared/ids.ts'
import type { Store } from '../../ports/store.ts'
import { append, child, commit, user } from './store-samples.ts'

const idOf = (number: number): ConversationId => `of-${number}` as ConversationId

/** Returns a store with eight conversations that have begun, `of-0` to `of-7`, the newest last, and the sub-agent of one. */
export function withList(store: Store): Store {
  for (let number = 0; number < 8; number++) {
    const id = idOf(number)
    store.createConversation({ id, folder: '/work', permissionMode: 'ask', at: number })
    append(store, { conversationId: id, at: 100 - number, messages: [user(`m${number}`)] })
  }
  append(store, { conversationId: idOf(0), children: [child('child', 'call.0' as CallId, 0)] })
  return store
}

/** Tests how a store reads parts of the list; used for the fake and the real one. */
export function testLists(kind: string, open: () => Store): void {
  test(`${kind}: some of the list is what stands out, the newest and what is named, in the order of the list`, () => {
    const store = withList(open())
    store.place(idOf(0), { ...IN_THE_LIST, pinnedAt: 5 })
    store.place(idOf(1), { ...IN_THE_LIST, rank: 2.5 })
    store.markUnread(idOf(2), true)
    append(store, {
      conversationId: idOf(3),
      state: { type: 'completed', result: 'Done.' },
    })
    store.place(idOf(7), { ...IN_THE_LIST, isArchived: true })
    const first = commit({ conversationId: 'fork' as ConversationId, at: 1 })
    store.forkConversation(idOf(4), { ...first, messages: [user('f')] })
    const list = store.list().map(({ id }) => id)
    const named = store.listSome(1, [idOf(4)]).map(({ id }) => id)
    expect(named).toEqual(list.filter((id) => named.includes(id)))
    expect(named).toEqual(
      expect.arrayContaining([...[0, 1, 2, 3, 4, 6].map(idOf), 'fork' as ConversationId]),
    )
    expect(store.listSome(0, ['fork' as ConversationId]).map(({ id }) => id)).toContain(idOf(4))
  })

  test(`${kind}: the list comes in parts by id, each row once`, () => {
    const store = withList(open())
    const first = store.listAfter(null, 3)
    const next = store.listAfter(first.at(-1)?.id ?? null, 4)
    const last = store.listAfter(next.at(-1)?.id ?? null, 4)
    expect([first, next, last].map(({ length }) => length)).toEqual([3, 4, 1])
    expect([...first, ...next, ...last]).toEqual(
      store.list().toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })
}
