import { expect, test } from 'vitest'
import type { CallId, ConversationId, TurnId } from '../../../shared/ids.ts'
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
} from '../../runtime/fakes/contracts/store-samples.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { opened } from './temporary.fixture.ts'

const CALL = 'reply.0' as CallId
const DRAFT = { text: 'a draft', attachments: [], caret: 3 }
const CHILDREN = [child('a1', CALL, 0), child('a2', CALL, 1)]

/** A step that writes everything that a step can write. */
const whole = commit({
  after: 1,
  rows: [
    input('e2'),
    lifecycle('e2.r0', {
      type: 'turnStarted',
      turnId: 't' as TurnId,
      trigger: 'message',
      goal: 'reply',
      unfinished: null,
    }),
  ],
  messages: [user('m2'), user('m3')],
  state: { type: 'contextExhausted', turnId: 't' as TurnId, choices: [] },
  at: 9,
  title: 'A title',
  clearsDraft: true,
  delivered: [waiting('w1').id, waiting('w2').id],
  holdsWaiting: true,
  unarchives: true,
  folder: null,
  children: CHILDREN,
  rules: [{ tool: 'bash', subject: 'make', match: 'exact' }],
})

function prepared(): ReturnType<typeof opened> {
  const { db, store } = opened()
  withConversation(store)
  append(store, { rows: [input('e1')], messages: [user('m1')] })
  store.saveDraft(ID, DRAFT)
  for (const id of ['w1', 'w2', 'w3']) store.putWaiting(ID, waiting(id))
  return { db, store }
}

/** Everything that a step could have left. */
function contents(store: Store): object {
  return {
    conversation: store.conversation(ID),
    children: CHILDREN.map(({ agentId }) => store.conversation(agentId)),
    history: store.history(ID),
    waiting: store.waiting(ID),
    draft: store.draft(ID),
    unsettled: store.unsettled(),
    rules: store.rules('/work'),
  }
}

/** The last write of each kind in the step: everything before it has been done when it fails. */
const failures = [
  ['the log', 'BEFORE INSERT ON packed_events', "new.id = 'e2.r0'"],
  ['the messages', 'BEFORE INSERT ON packed_messages', "new.id = 'm3'"],
  ['the state', 'AFTER UPDATE ON conversations', '1'],
  ['the sub-agents', 'BEFORE INSERT ON conversations', "new.id = 'a2'"],
  ['the rules', 'AFTER INSERT ON folder_rules', '1'],
  ['the draft', 'AFTER DELETE ON drafts', '1'],
  ['what was sent', 'AFTER DELETE ON waiting_messages', "old.id = 'w2'"],
  ['what is held', 'AFTER UPDATE ON waiting_messages', "new.id = 'w3'"],
] as const

// covers D-22 D-23
test.each(failures)(
  'T72 a step that fails at %s leaves nothing behind and uses no sequence number',
  (_, on, when) => {
    const { db, store } = prepared()
    const before = contents(store)
    db.exec(`CREATE TRIGGER fault ${on} WHEN ${when} BEGIN SELECT raise(ABORT, 'fault'); END`)
    expect(store.commit(whole)).toEqual({ ok: false, error: 'io' })
    expect(contents(store)).toEqual(before)
    db.exec('DROP TRIGGER fault')
    expect(store.commit(whole)).toMatchObject({
      ok: true,
      value: { after: 1, seq: 3, messages: [{ seq: 2 }, { seq: 3 }] },
    })
    expect(store.waiting(ID)).toEqual([{ ...waiting('w3'), when: 'held' }])
    expect(store.draft(ID).text).toBe('')
    expect(store.conversation(CHILDREN[1]?.agentId ?? ID)?.parent?.index).toBe(1)
  },
)

test('a fork that fails at its first messages leaves nothing behind', () => {
  const { db, store } = prepared()
  const fork = 'fork' as ConversationId
  const first = commit({ conversationId: fork, rows: [input('f0')], messages: [user('f1')] })
  const before = store.list()
  db.exec(
    "CREATE TRIGGER fault BEFORE INSERT ON packed_messages BEGIN SELECT raise(ABORT, 'fault'); END",
  )
  expect(store.forkConversation(ID, first)).toEqual({ ok: false, error: 'io' })
  expect(store.list()).toEqual(before)
  expect(store.conversation(fork)).toBeNull()
  db.exec('DROP TRIGGER fault')
  expect(store.forkConversation(ID, first).ok).toBe(true)
})

/** Each table that a deletion empties, in its order. */
const deletions = [
  ['a note of a file', 'BEFORE INSERT ON discarded_files'],
  ['the draft', 'AFTER DELETE ON drafts'],
  ['what waits', 'AFTER DELETE ON waiting_messages'],
  ['a recovery', 'AFTER DELETE ON recoveries'],
  ['the forks', 'AFTER UPDATE OF forked_from ON conversations'],
  ['the note of its rows', 'BEFORE INSERT ON leaving_rows'],
  ['the conversation', "AFTER DELETE ON conversations WHEN old.id = 'c1'"],
] as const

test.each(deletions)('T72 a deletion that fails at %s leaves everything', (_, on) => {
  const { db, store } = prepared()
  store.commit({ ...whole, clearsDraft: false, delivered: [] })
  store.saveDraft(ID, { ...DRAFT, attachments: [testAttachment('drafted.png')] })
  store.beginRecovery(ID)
  const fork = commit({ conversationId: 'fork' as ConversationId, rows: [input('f0')] })
  store.forkConversation(ID, fork)
  const everything = (): object => ({
    ...contents(store),
    list: store.list(),
    aside: store.setAside(),
    discarded: store.discarded(),
  })
  const before = everything()
  db.exec(`CREATE TRIGGER fault ${on} BEGIN SELECT raise(ABORT, 'fault'); END`)
  expect(store.removeConversations(store.familyOf(ID))).toEqual({ ok: false, error: 'io' })
  expect(everything()).toEqual(before)
  db.exec('DROP TRIGGER fault')
  expect(store.removeConversations(store.familyOf(ID)).ok).toBe(true)
  expect(store.list().map(({ id }) => id)).toEqual(['fork'])
})

/** Each table that a slice of the rows changes after a deletion. */
const slices = [
  ['a note of a file', 'BEFORE INSERT ON discarded_files'],
  ['the messages', 'AFTER DELETE ON packed_messages'],
  ['the log', 'AFTER DELETE ON packed_events'],
  ['its number', 'AFTER DELETE ON history_keys'],
  ['the end of it', 'AFTER DELETE ON leaving_rows'],
] as const

test.each(slices)('rows of a deletion that cannot be cleared at %s stay complete', (_, on) => {
  const { db, store } = opened()
  withConversation(store)
  const attachments = [testAttachment('sent.png')]
  const content = { type: 'user', text: '', attachments, author: 'person' } as const
  append(store, { rows: [input('e1')], messages: [{ ...user('m1'), content }] })
  store.removeConversations([ID])
  const rows = (): object =>
    ['messages', 'events', 'leaving_rows', 'discarded_files'].map((table) =>
      db.prepare(`SELECT * FROM ${table}`).all(),
    )
  const before = rows()
  db.exec(`CREATE TRIGGER fault ${on} BEGIN SELECT raise(ABORT, 'fault'); END`)
  expect(store.clearRows()).toEqual({ ok: false, error: 'io' })
  expect(rows()).toEqual(before)
  db.exec('DROP TRIGGER fault')
  expect(store.clearRows()).toEqual({ ok: true, value: 'none' })
  expect(rows()).toMatchObject([[], [], [], [{}]])
})

test('a deletion keeps foreign keys enforced, even if it fails', () => {
  const { db, store } = prepared()
  store.removeConversations([ID])
  db.exec("CREATE TRIGGER fault BEFORE INSERT ON leaving_rows BEGIN SELECT raise(ABORT, ''); END")
  store.removeConversations(['other' as ConversationId])
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(append(store, { rows: [input('late')] }).ok).toBe(false)
})

test('a full disk in the middle of a step with sub-agents leaves nothing of it', () => {
  const { db, store } = prepared()
  const before = contents(store)
  const pages = Number(db.pragma('page_count', { simple: true }))
  db.pragma(`max_page_count = ${pages + 2}`)
  const children = [...CHILDREN, { ...child('a3', CALL, 2), task: 'x'.repeat(100_000) }]
  expect(store.commit({ ...whole, children })).toEqual({ ok: false, error: 'full' })
  expect(contents(store)).toEqual(before)
  db.pragma('max_page_count = 1000000')
  expect(store.commit({ ...whole, children }).ok).toBe(true)
})

test('every other failing write returns its fault and changes nothing', () => {
  const { db, store } = prepared()
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  const own = {
    permissionMode: 'auto',
    network: false,
    webSearch: true,
    systemPrompt: 'Be brief.',
    chosenModel: 'ollama/qwen3:8b',
    chosenFallback: null,
    chosenEffort: 'high',
    chosenKeepTrying: '1h',
    chosenBudget: { budgetUsd: 3, budgetMinutes: null },
  } as const
  const other = {
    id: 'c2' as ConversationId,
    folder: '/work',
    permissionMode: 'ask',
    at: 1,
  } as const
  store.createConversation({ ...other, id: 'gone' as ConversationId })
  store.removeConversations(['gone' as ConversationId])
  const writes = [
    () => store.createConversation(other),
    () => store.configure(ID, own),
    () => store.putWaiting(ID, waiting('w4')),
    () => store.putWaiting(ID, waiting('w1', 'other')),
    () => store.removeWaiting(ID, waiting('w1').id),
    () => store.orderWaiting(ID, [waiting('w3').id]),
    () => store.removeRule('/work', rule),
    () => store.beginRecovery(ID),
    () => store.place(ID, { isArchived: true, pinnedAt: 1, rank: null }),
    () => store.removeConversations([other.id]),
    () => store.clearRows(),
    () => store.forgetDiscarded({ blobs: [], callIds: ['x' as CallId] }),
  ]
  const everything = (): object => ({
    ...contents(store),
    list: store.list(),
    aside: store.setAside(),
  })
  const before = everything()
  db.pragma('query_only = ON')
  const failed = { ok: false, error: 'readOnly' }
  expect(writes.map((write) => write())).toEqual(writes.map(() => failed))
  expect(everything()).toEqual(before)
  db.pragma('query_only = OFF')
  expect(writes.every((write) => write().ok)).toBe(true)
  expect(store.rules('/work')).toEqual([])
})

test('a reordering that fails half way keeps the old order', () => {
  const { db, store } = prepared()
  db.exec(`CREATE TRIGGER fault AFTER UPDATE ON waiting_messages WHEN new.id = 'w3'
    BEGIN SELECT raise(ABORT, 'fault'); END`)
  expect(store.orderWaiting(ID, [waiting('w2').id]).ok).toBe(false)
  expect(store.waiting(ID).map(({ id }) => id)).toEqual(['w1', 'w2', 'w3'])
})

test('a sub-agent without a conversation, and a message waiting in none, are refused', () => {
  const { store } = opened()
  expect(store.commit(whole).ok).toBe(false)
  expect(store.putWaiting(ID, waiting('w1')).ok).toBe(false)
  expect(store.beginRecovery(ID).ok).toBe(false)
})
