import { expect, test } from 'vitest'
import {
  BlobHash,
  type CallId,
  type ConversationId,
  type MessageId,
  type WorkId,
} from '../../../../shared/ids.ts'
import type { NewMessage } from '../../../../shared/messages/message.ts'
import { testAttachment } from '../../../core/testing/test-attachment.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import type { NamingPlace } from '../../ports/deletion-store.ts'
import type { Store } from '../../ports/store.ts'
import {
  child,
  append,
  commit,
  ID,
  input,
  lifecycle,
  user,
  waiting,
  withConversation,
} from './store-samples.ts'

const CALL = 'reply.0' as CallId
const CHILD = child('a1', CALL, 0)
const OTHER = 'other' as ConversationId
const FORK = 'fork' as ConversationId
const DRAFTED = testAttachment('drafted.png')
const SENT = testAttachment('sent.png')
const WAITING = testAttachment('waiting.png')

function withImage(id: string): NewMessage {
  const content = { type: 'user', text: '', attachments: [SENT], author: 'person' } as const
  return { ...user(id), content }
}

/** Fills a store with a conversation that has everything possible, a fork of it, and another conversation. */
function filled(store: Store): Store {
  withConversation(store)
  store.createConversation({ id: OTHER, folder: '/work', permissionMode: 'ask', at: 1 })
  append(store, {
    rows: [
      input('e1'),
      lifecycle('l1', { type: 'toolStarted', callId: CALL, workId: 'w' as WorkId }),
    ],
    messages: [withImage('m1')],
    children: [CHILD],
  })
  append(store, { conversationId: CHILD.agentId, rows: [input('e2')], messages: [user('m2')] })
  store.forkConversation(
    ID,
    commit({ conversationId: FORK, rows: [input('e3')], messages: [user('m3')] }),
  )
  store.saveDraft(ID, { text: 'a draft', attachments: [DRAFTED], caret: 0 })
  store.putWaiting(ID, { ...waiting('w1'), attachments: [WAITING] })
  store.beginRecovery(ID)
  append(store, { conversationId: OTHER, rows: [input('e4')], messages: [user('m4')] })
  return store
}

function named(store: Store): ReadonlySet<string> {
  const found = new Set<string>()
  for (let at: NamingPlace | null | undefined; at !== null;) {
    const part: ReturnType<Store['namedBlobs']> = store.namedBlobs(at ?? null)
    for (const hash of part.blobs) found.add(hash)
    at = part.next
  }
  return found
}

/** Clears rows until nothing is left of what was removed. */
function clear(store: Store): void {
  while (store.leavingRows().length > 0) expect(store.clearRows().ok).toBe(true)
}

/** Tests how a store deletes conversations; used for the fake and the real one. */
export function testDeletion(kind: string, open: () => Store): void {
  test(`${kind}: what is written in parts is marked until it ends or its conversation is removed`, () => {
    const store = withConversation(open())
    for (const id of [ID, OTHER, FORK]) expect(store.beginWriting(id).ok).toBe(true)
    expect(store.endWriting(OTHER).ok).toBe(true)
    expect(store.removeConversations([ID]).ok).toBe(true)
    expect(store.partlyWritten()).toEqual([FORK])
  })

  // covers D-56
  test(`${kind}: a conversation is deleted with its sub-agents and all its rows, and no others are touched`, () => {
    const store = filled(open())
    expect(store.familyOf(ID)).toEqual([ID, CHILD.agentId])
    expect(store.removeConversations(store.familyOf(ID))).toEqual({ ok: true, value: null })
    for (const id of [ID, CHILD.agentId]) {
      expect(store.conversation(id)).toBeNull()
    }
    expect(['m1', 'm2'].map((id) => store.message(id as MessageId))).toEqual([null, null])
    expect(store.setAside()).toEqual([])
    expect(store.unsettled()).toEqual([])
    expect(
      store
        .list()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([FORK, OTHER])
    expect(store.conversation(FORK)?.forkedFrom).toBeNull()
    expect(store.history(OTHER).map(({ id }) => id)).toEqual(['m4'])
    expect(store.history(FORK).map(({ id }) => id)).toEqual(['m3'])
  })

  test(`${kind}: the rows of a long history go in slices, and its id is known until the last is gone`, () => {
    const store = filled(open())
    for (let n = 0; n < 120; n++)
      append(store, { rows: [input(`long${n}`)], messages: [user(`long${n}`)] })
    store.removeConversations(store.familyOf(ID))
    expect([...store.leavingRows()].toSorted()).toEqual([ID, CHILD.agentId].toSorted())
    expect(store.message('long7' as MessageId)).toBeNull()
    expect(store.clearRows()).toEqual({ ok: true, value: 'some' })
    clear(store)
    expect(store.clearRows()).toEqual({ ok: true, value: 'none' })
    expect(store.history(OTHER).map(({ id }) => id)).toEqual(['m4'])
  })

  test(`${kind}: what a deleted conversation named on the disk is noted until it is forgotten`, () => {
    const store = filled(open())
    expect(store.discarded()).toEqual({ blobs: [], callIds: [] })
    store.removeConversations(store.familyOf(ID))
    clear(store)
    const { blobs, callIds } = store.discarded()
    const expected = [DRAFTED, SENT, WAITING].flatMap(({ copy, original }) => [copy, original])
    expect([...blobs].toSorted()).toEqual([...new Set(expected)].toSorted())
    expect(callIds).toEqual([CALL])
    expect(store.forgetDiscarded({ blobs: blobs.slice(1), callIds }).ok).toBe(true)
    expect(store.discarded()).toEqual({ blobs: blobs.slice(0, 1), callIds: [] })
  })

  test(`${kind}: a blob is named by drafts, waiting messages, histories and the contexts of sessions`, () => {
    const store = filled(open())
    const blob = BlobHash.parse('7'.repeat(64))
    const instructions = { name: 'AGENTS.md', blob, bytes: 1, isCut: false } as const
    const context = { ...testContext(), instructions: [instructions] }
    append(store, {
      conversationId: OTHER,
      rows: [input('e9'), lifecycle('l9', { type: 'sessionStarted', context })],
    })
    const all = [DRAFTED, SENT, WAITING].flatMap(({ copy, original }) => [copy, original])
    expect([...named(store)].toSorted()).toEqual([...new Set([...all, blob])].toSorted())
    store.removeConversations(store.familyOf(ID))
    clear(store)
    expect([...named(store)]).toEqual([blob])
  })

  test(`${kind}: a step of a deleted conversation cannot be committed any more`, () => {
    const store = filled(open())
    store.removeConversations(store.familyOf(ID))
    const step = commit({ rows: [input('late')], messages: [user('late')] })
    expect(isDone(() => store.commit(step))).toBe(false)
    expect(store.conversation(ID)).toBeNull()
  })
}

function isDone(write: () => { readonly ok: boolean }): boolean {
  try {
    return write().ok
  } catch {
    return false
  }
}
