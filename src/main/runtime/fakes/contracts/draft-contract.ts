import { expect, test } from 'vitest'
import type { ConversationId } from '../../../../shared/ids.ts'
import { testAttachment } from '../../../core/testing/test-attachment.ts'
import type { Store } from '../../ports/store.ts'
import { append, ID, input, user, withConversation } from './store-samples.ts'

const draft = (text: string) => ({ text, attachments: [], caret: 0 })

/** Tests what a store knows of conversations without messages. */
export function testDrafts(kind: string, open: () => Store): void {
  test(`${kind}: a conversation begins with its first message, whatever is stored before it`, () => {
    const store = withConversation(open())
    expect(store.list()).toMatchObject([{ hasBegun: false }])
    append(store, { rows: [input('e1')] })
    store.rename(ID, 'Named before', 'person')
    expect(store.list()).toMatchObject([{ hasBegun: false }])
    expect(store.conversation(ID)?.hasBegun).toBe(false)
    append(store, { rows: [input('e2')], messages: [user('m1')] })
    expect(store.list()).toMatchObject([{ hasBegun: true }])
    expect(store.conversation(ID)?.hasBegun).toBe(true)
  })

  test(`${kind}: comments on changes are kept as they are, and a message that is sent leaves them`, () => {
    const store = withConversation(open())
    expect(store.reviewComments(ID)).toEqual([])
    const place = { path: 'a.ts', side: 'now', line: 3, quoted: 'x' } as const
    const comments = [{ id: 'c', ...place, text: 'Why?' }]
    store.saveReviewComments(ID, comments)
    append(store, {
      messages: [user('m1')],
      clearsDraft: true,
    })
    expect(store.reviewComments(ID)).toEqual(comments)
    store.saveReviewComments(ID, [])
    expect(store.reviewComments(ID)).toEqual([])
  })

  test(`${kind}: what waits unsent where nothing was said yet is known, the newest conversation first`, () => {
    const store = withConversation(open())
    const [empty, newer, begun] = ['empty', 'newer', 'begun'] as const
    for (const [index, id] of [empty, newer, begun].entries()) {
      const row = { id: id as ConversationId, folder: `/${id}`, at: 10 + index }
      store.createConversation({ ...row, permissionMode: 'ask' })
    }
    expect(store.unsentDrafts()).toEqual([])
    expect(store.emptyIn('/newer')).toEqual(['newer'])
    expect(store.emptyIn('/begun')).toEqual(['begun'])
    store.saveDraft(ID, draft('a'.repeat(300)))
    store.saveDraft(empty as ConversationId, draft(''))
    const files = [testAttachment('cat.png')]
    store.saveDraft(newer as ConversationId, { ...draft(''), attachments: files })
    store.saveDraft(begun as ConversationId, draft('more'))
    append(store, {
      messages: [user('m1')],
      conversationId: begun as ConversationId,
    })
    const old = store.conversation(ID)?.folder
    expect(store.unsentDrafts()).toEqual([
      { conversationId: newer, folder: '/newer', beginning: '', files: 1 },
      { conversationId: ID, folder: old, beginning: 'a'.repeat(200), files: 0 },
    ])
    expect(store.emptyIn('/empty')).toEqual(['empty'])
    expect(store.emptyIn('/newer')).toEqual([])
    expect(store.emptyIn('/begun')).toEqual([])
  })

  test(`${kind}: of several empty ones in a folder the newest comes first`, () => {
    const store = withConversation(open())
    for (const [at, id] of [20, 40, 30].map((when) => [when, `at ${when}`] as const))
      store.createConversation({
        id: id as ConversationId,
        folder: '/f',
        at,
        permissionMode: 'ask',
      })
    expect(store.emptyIn('/f')).toEqual(['at 40', 'at 30', 'at 20'])
  })
}
