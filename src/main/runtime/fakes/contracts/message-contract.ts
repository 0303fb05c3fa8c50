import { expect, test } from 'vitest'
import { BlobHash, type ConversationId, type MessageId } from '../../../../shared/ids.ts'
import type { MessageContent } from '../../../../shared/messages/message.ts'
import {
  agent,
  call,
  result,
  summary,
  text,
  user as said,
} from '../../../core/testing/test-messages.ts'
import type { Store } from '../../ports/store.ts'
import { append, commit, ID, input, user, withConversation } from './store-samples.ts'

/** Tests how a store keeps messages. */
export function testMessages(kind: string, open: () => Store): void {
  const created = (): Store => withConversation(open())

  // covers D-57
  test(`${kind}: messages come oldest first, by pages and whole`, () => {
    const store = created()
    for (let n = 1; n <= 5; n++) append(store, { messages: [user(`m${n}`)] })
    expect(store.history(ID).map((message) => message.seq)).toEqual([1, 2, 3, 4, 5])
    const newest = store.messages(ID, { beforeSeq: null, limit: 2 })
    expect(newest.map((message) => message.seq)).toEqual([4, 5])
    const older = store.messages(ID, { beforeSeq: 4, limit: 2 })
    expect(older.map((message) => message.seq)).toEqual([2, 3])
    expect(store.message('m3' as MessageId)).toMatchObject({
      conversationId: ID,
      message: { seq: 3 },
    })
    expect(store.message('none' as MessageId)).toBeNull()
  })

  test(`${kind}: R29 a writer that does not know the last row writes nothing, and others go on`, () => {
    const store = created()
    append(store, { rows: [input('e1')], messages: [user('m1')] })
    append(store, { rows: [input('e2')], messages: [user('m2')] })
    for (const after of [0, 1, 3]) {
      const late = commit({ after, rows: [input('e3')], messages: [user('m3')], title: 'Late' })
      expect(store.commit(late)).toEqual({ ok: false, error: 'overtaken' })
    }
    expect(store.history(ID).map(({ id }) => id)).toEqual(['m1', 'm2'])
    expect(store.conversation(ID)).toMatchObject({ seq: 2, title: null })
    expect(append(store, { rows: [input('e3')] })).toMatchObject({ ok: true, value: { seq: 3 } })
  })

  test(`${kind}: messages of some types come oldest first, behind a place or ahead of one`, () => {
    const store = created()
    const contents = [said('1'), agent(text('2')), said('3'), agent(text('4')), said('5')]
    const stored = contents.map((content, n) => ({ id: `m${n}` as MessageId, at: n, content }))
    append(store, { messages: stored })
    const seqs = (...args: Parameters<Store['messagesOf']>): readonly number[] =>
      store.messagesOf(...args).map(({ seq }) => seq)
    expect(seqs(ID, ['user'], { afterSeq: 0 })).toEqual([1, 3, 5])
    expect(seqs(ID, ['user', 'agent'], { afterSeq: 1 })).toEqual([2, 3, 4, 5])
    expect(seqs(ID, ['user', 'agent'], { beforeSeq: 5, limit: 2 })).toEqual([3, 4])
    expect(seqs(ID, ['agent', 'summary'], { afterSeq: 0, limit: 1 })).toEqual([2])
    expect(seqs(ID, ['summary'], { afterSeq: 0 })).toEqual([])
    expect(seqs('nobody' as ConversationId, ['agent'], { afterSeq: 0 })).toEqual([])
  })

  test(`${kind}: of all messages those are found that matter for good`, () => {
    const store = created()
    const file = {
      blob: BlobHash.parse('0'.repeat(64)),
      isCut: false,
      text: 'Be kind. '.repeat(99),
    }
    const contents: readonly MessageContent[] = [
      { ...said('1'), instructions: [{ path: '/work/AGENTS.md', file }] },
      said('"instructions": and "author":"phoenix" are words like others'),
      agent(text('3')),
      { ...said('Continue.'), author: 'phoenix' },
      { ...said('Gone'), instructions: [{ path: '/work/AGENTS.md', file: null }] },
      summary('6'),
      { type: 'attachmentsDropped' },
      { type: 'repair', text: '', model: 'm', repair: { type: 'callsAsText' } },
      { type: 'rewound', fromSeq: 9 },
      said('long '.repeat(200)),
      { type: 'system', text: 'Stopped.' },
    ]
    const stored = contents.map((content, n) => ({ id: `m${n}` as MessageId, at: n, content }))
    append(store, { messages: stored })
    expect(store.landmarks(ID).map(({ seq }) => seq)).toEqual([1, 4, 5, 6, 7, 8, 9])
  })

  // covers D-58 D-60 F-18 F-23
  test(`${kind}: messages of every type come back as they were stored`, () => {
    const store = created()
    const contents: readonly MessageContent[] = [
      said('Look'),
      agent(text('I do.'), call('x')),
      result(0, 0, 'found'),
      { type: 'system', text: 'Stopped.' },
      { type: 'error', kind: 'auth', text: 'No key.' },
    ]
    const stored = contents.map((content, n) => ({ id: `m${n}` as MessageId, at: n, content }))
    append(store, { messages: stored })
    expect(store.history(ID)).toEqual(stored.map((each, n) => ({ ...each, seq: n + 1 })))
  })
}
