import { expect, test } from 'vitest'
import type { CallId, ConversationId, MessageId } from '../../../../shared/ids.ts'
import { text as words, agent } from '../../../core/testing/test-messages.ts'
import type { Store } from '../../ports/store.ts'
import { child, append, ID, user, withConversation } from './store-samples.ts'

const MOST = { prompts: 2, characters: 100 }
const PAGE = { prompts: 20, characters: 100 }

function say(store: Store, id: ConversationId, at: number, text: string): void {
  const message = { ...user(`${id} ${at} ${text}`, text), at }
  append(store, {
    messages: [message],
    conversationId: id,
  })
}

/** Tests what a store knows of prompts sent earlier. */
export function testPrompts(kind: string, open: () => Store): void {
  function filled(): Store {
    const store = withConversation(open())
    for (const [id, folder] of [
      ['beside', '/work'],
      ['elsewhere', '/other'],
    ] as const) {
      const row = { id: id as ConversationId, folder, at: 2 }
      store.createConversation({ ...row, permissionMode: 'ask' })
    }
    say(store, ID, 10, 'first')
    say(store, 'beside' as ConversationId, 20, 'second')
    say(store, 'elsewhere' as ConversationId, 30, 'in another folder')
    say(store, ID, 40, 'third')
    const reply = { id: 'reply' as MessageId, at: 50, content: agent(words('An answer.')) }
    append(store, { messages: [reply], children: [child('child', 'call' as CallId, 0)] })
    say(store, 'child' as ConversationId, 60, 'a task')
    return store
  }

  test(`${kind}: what was sent in a folder comes newest first over all its conversations, in pages`, () => {
    const store = filled()
    const first = store.sentPrompts('/work', null, MOST)
    expect(first.prompts).toEqual([
      { conversationId: ID, text: 'third' },
      { conversationId: 'beside', text: 'second' },
    ])
    const second = store.sentPrompts('/work', first.next, MOST)
    expect(second).toEqual({ prompts: [{ conversationId: ID, text: 'first' }], next: null })
    expect(store.sentPrompts('/nowhere', null, MOST)).toEqual({ prompts: [], next: null })
  })

  test(`${kind}: a page of prompts ends where it has enough characters`, () => {
    const store = filled()
    say(store, ID, 70, 'x'.repeat(101))
    const { prompts, next } = store.sentPrompts('/work', null, PAGE)
    expect(prompts.map(({ text }) => text.length)).toEqual([101])
    expect(store.sentPrompts('/work', next, PAGE).prompts[0]?.text).toBe('third')
  })

  test(`${kind}: prompts of the same time are not missed between two pages`, () => {
    const store = withConversation(open())
    for (const text of ['a', 'b', 'c', 'd', 'e']) say(store, ID, 5, text)
    const all: string[] = []
    let next: Parameters<Store['sentPrompts']>[1] = null
    do {
      const page = store.sentPrompts('/work', next, MOST)
      all.push(...page.prompts.map(({ text }) => text))
      next = page.next
    } while (next !== null)
    expect(all).toEqual(['e', 'd', 'c', 'b', 'a'])
  })
}
