import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { append, ID, user, withConversation } from '../../runtime/fakes/contracts/store-samples.ts'
import { opened } from './temporary.fixture.ts'
import { widen } from './history/widen.fixture.ts'

const PAGE = { prompts: 20, characters: 1_000 }

test('a message damaged from outside does not count as sent', () => {
  const { db, store } = opened()
  withConversation(store)
  append(store, { messages: [user('m1', 'one'), user('m2', 'two')] })
  widen(db)
  db.prepare("UPDATE wide_messages SET content = '{' WHERE id = 'm2'").run()
  expect(store.sentPrompts('/work', null, PAGE).prompts.map(({ text }) => text)).toEqual(['one'])
})

test('a page looks through a limited number of prompts of other folders, and says where to continue', () => {
  const { store } = opened()
  withConversation(store)
  append(store, { messages: [{ ...user('mine', 'mine'), at: 1 }] })
  const conversationId = 'other' as ConversationId
  store.createConversation({ id: conversationId, folder: '/other', permissionMode: 'ask', at: 2 })
  const messages = Array.from({ length: 2_001 }, (_, n) => ({ ...user(`m${n}`), at: 10 + n }))
  append(store, {
    messages,
    conversationId,
  })
  const first = store.sentPrompts('/work', null, PAGE)
  expect(first.prompts).toEqual([])
  const second = store.sentPrompts('/work', first.next, PAGE)
  expect(second).toEqual({ prompts: [{ conversationId: ID, text: 'mine' }], next: null })
})
