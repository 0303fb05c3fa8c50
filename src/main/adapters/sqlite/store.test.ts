import Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { answersIn } from '../../../shared/messages/message.ts'
import { NO_SPEND, totalSpend } from '../../../shared/models/price.ts'
import { testRecovery } from '../../runtime/fakes/contracts/recovery-contract.ts'
import { testDeletion } from '../../runtime/fakes/contracts/deletion-contract.ts'
import { testForks } from '../../runtime/fakes/contracts/fork-contract.ts'
import { testDrafts } from '../../runtime/fakes/contracts/draft-contract.ts'
import { testMessages } from '../../runtime/fakes/contracts/message-contract.ts'
import { testPrompts } from '../../runtime/fakes/contracts/prompt-contract.ts'
import { testShells } from '../../runtime/fakes/contracts/shell-contract.ts'
import { testStore } from '../../runtime/fakes/contracts/store-contract.ts'
import { testWaitingStore } from '../../runtime/fakes/contracts/waiting-contract.ts'
import {
  answer,
  child,
  append,
  ID,
  input,
  reply,
  user,
  waiting,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { spendIn } from '../../runtime/conversation/record/spend-in.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { migrate } from './migrate.ts'
import { conversationsMigration } from './migrations/001-conversations.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'
import { freshFile, opened } from './temporary.fixture.ts'
import { widen } from './history/widen.fixture.ts'

/** A text of this length that packing hardly shortens. */
function varied(length: number): string {
  let [text, seed] = ['', 1]
  while (text.length < length) text += (seed = Math.imul(seed, 0x2c1b3c6d) >>> 0).toString(36)
  return text
}

function say(store: Store, n: number, text?: string): ReturnType<Store['commit']> {
  return append(store, { rows: [input(`e${n}`)], messages: [user(`m${n}`, text)], at: n })
}

testStore('SQLite', () => opened().store)
testMessages('SQLite', () => opened().store)
testDrafts('SQLite', () => opened().store)
testPrompts('SQLite', () => opened().store)
testShells('SQLite', () => opened().store)
testDeletion('SQLite', () => opened().store)
testForks('SQLite', () => opened().store)
testWaitingStore('SQLite', () => opened().store)
testRecovery('SQLite', () => opened().store)
testStore('T79 SQLite that takes no change of what was said or happened', appendOnly)
testMessages('T79 SQLite that takes no change of what was said or happened', appendOnly)
testWaitingStore('T79 SQLite that takes no change of what was said or happened', appendOnly)
testRecovery('T79 SQLite that takes no change of what was said or happened', appendOnly)

/** Makes any statement fail that changes or removes a message or a row of the log. */
function appendOnly(): Store {
  const { db, store } = opened()
  for (const table of ['packed_messages', 'packed_events']) {
    for (const act of ['UPDATE', 'DELETE']) {
      db.exec(
        `CREATE TRIGGER no_${act}_${table} BEFORE ${act} ON ${table}
         BEGIN SELECT RAISE(ABORT, 'what is stored stays'); END`,
      )
    }
  }
  return store
}

test('the file is in WAL mode with synchronous=FULL, in STRICT tables', () => {
  const { db } = opened()
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
  const tables = db.pragma('table_list') as { name: string; type: string; strict: number }[]
  const ours = tables.filter((table) => table.type === 'table' && !table.name.startsWith('sqlite_'))
  expect(ours.map((table) => table.strict)).toEqual(ours.map(() => 1))
  expect(ours.length).toBeGreaterThan(3)
})

test('a full disk is a fault that loses nothing, and writing continues when there is space', () => {
  const { db, store } = opened()
  withConversation(store)
  say(store, 1)
  const pages = Number(db.pragma('page_count', { simple: true }))
  db.pragma(`max_page_count = ${pages + 2}`)
  expect(say(store, 2, varied(100_000))).toEqual({ ok: false, error: 'full' })
  expect(store.history(ID)).toHaveLength(1)
  db.pragma('max_page_count = 1000000')
  expect(say(store, 2)).toMatchObject({ ok: true, value: { after: 1, seq: 2 } })
})

test('a read-only file is a fault of its own', () => {
  const { db, store } = opened()
  withConversation(store)
  db.pragma('query_only = ON')
  expect(say(store, 1)).toEqual({ ok: false, error: 'readOnly' })
  db.pragma('query_only = OFF')
  expect(say(store, 1).ok).toBe(true)
})

test('a step that uses an id twice is refused as a whole', () => {
  const { store } = opened()
  withConversation(store)
  say(store, 1)
  expect(say(store, 1).ok).toBe(false)
  expect(store.history(ID)).toHaveLength(1)
  expect(store.conversation(ID)?.seq).toBe(1)
})

test('a database of a newer Phoenix is refused untouched', () => {
  const file = freshFile()
  const { db } = opened(file)
  db.pragma('user_version = 99')
  db.close()
  const before = readFileSync(file)
  const refused = openDatabase(file)
  expect(refused).toMatchObject({
    ok: false,
    error: expect.stringContaining('newer Phoenix') as string,
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a migration that fails leaves the schema as it was', () => {
  const db = new Database(':memory:')
  migrate(db, ['CREATE TABLE a (x)'])
  expect(() =>
    migrate(db, ['CREATE TABLE a (x)', 'CREATE TABLE b (x); CREATE TABLE a (x)']),
  ).toThrow()
  expect(db.pragma('user_version', { simple: true })).toBe(1)
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  expect(names).toEqual(['a'])
})

test('a new database gets its whole schema or none of it', () => {
  const db = new Database(':memory:')
  expect(() => migrate(db, ['CREATE TABLE a (x)', 'CREATE TABLE a (x)'])).toThrow()
  expect(db.pragma('user_version', { simple: true })).toBe(0)
  expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
})

test('a draft of an older Phoenix keeps its text, even if its images cannot be read', () => {
  const file = freshFile()
  const old = new Database(file)
  migrate(old, [conversationsMigration])
  old.exec("INSERT INTO conversations VALUES ('c1', NULL, '/work', 1, 1, '{}', 0, 0)")
  old.exec("INSERT INTO drafts VALUES ('c1', 'Half a thought')")
  old.close()
  const { db, store } = opened(file)
  expect(store.draft(ID)).toEqual({ text: 'Half a thought', attachments: [], caret: 0 })
  db.exec("UPDATE drafts SET attachments = '[{}'")
  expect(store.draft(ID)).toEqual({ text: 'Half a thought', attachments: [], caret: 14 })
})

test('an unreadable state counts as unsettled and is returned as null', () => {
  const { db, store } = opened()
  withConversation(store)
  db.prepare("UPDATE conversations SET state = 'no json'").run()
  expect(store.unsettled()).toEqual([ID])
  expect(store.conversation(ID)?.state).toBeNull()
  expect(store.list()).toMatchObject([{ id: ID, activity: 'idle' }])
})

test('T67 every later start knows which conversation crashed a start, until it is released', () => {
  const file = freshFile()
  const first = opened(file).store
  withConversation(first)
  first.beginRecovery(ID)
  const second = opened(file).store
  expect(second.setAside()).toEqual([ID])
  expect(opened(file).store.setAside()).toEqual([ID])
  second.endRecovery(ID)
  expect(opened(file).store.setAside()).toEqual([])
})

test('an unreadable state of a sub-agent counts as unsettled too, and as interrupted', () => {
  const { db, store } = opened()
  withConversation(store)
  const { id: replyId } = reply(['one'])
  const children = ['a1', 'a2'].map((name, index) => child(name, callIdOf(replyId, 0), index))
  append(store, { messages: [reply(['one'])], children })
  const write = db.prepare('UPDATE conversations SET state = ? WHERE id = ?')
  write.run('no json', 'a1')
  write.run('{"type":"completed"}', 'a2')
  expect(store.unsettled()).toEqual(['a1'])
  expect(store.recoveryFacts(ID).openCalls).toMatchObject([
    { was: { children: [{ outcome: 'interrupted' }, { outcome: 'interrupted' }] } },
  ])
})

test('a sub-agent whose last text is damaged still says why it ended', () => {
  const { db, store } = opened()
  withConversation(store)
  const one = child('a1', callIdOf(reply([]).id, 0), 0)
  append(store, { messages: [reply(['one'])], children: [one] })
  const words = { ...reply([], ['My last words']), id: 'words' as MessageId }
  const { id: lastReplyId } = words
  const state = { type: 'failed', reason: 'timeout', message: 'Too long.', lastReplyId } as const
  append(store, { conversationId: one.agentId, messages: [words], state })
  const texts = (): readonly string[] =>
    store.recoveryFacts(ID).openCalls.flatMap(({ was }) => {
      return was.type === 'delegated' ? was.children.map(({ text }) => text) : []
    })
  expect(texts()).toEqual(['Too long.\n\nMy last words'])
  widen(db)
  db.exec("UPDATE wide_messages SET content = '{}' WHERE id = 'words'")
  expect(texts()).toEqual(['Too long.'])
})

test('a waiting message with unreadable images keeps its text and its place', () => {
  const { db, store } = opened()
  withConversation(store)
  for (const id of ['w1', 'w2']) store.putWaiting(ID, waiting(id))
  db.exec("UPDATE waiting_messages SET attachments = '[{}' WHERE id = 'w1'")
  expect(store.waiting(ID)).toEqual([waiting('w1'), waiting('w2')])
})

/** SQLite's query plans of all statements that a store prepares. */
function plansOf(db: Database.Database): ReadonlyMap<string, string> {
  const texts: string[] = []
  const watched = Object.assign(Object.create(db) as Database.Database, {
    prepare: (sql: string) => (texts.push(sql), db.prepare(sql)),
    transaction: db.transaction.bind(db),
  })
  createSqliteStore(watched, { warn: () => {} })
  const planOf = (sql: string): string => {
    const bound = sql.replace(/\?|:[a-zA-Z]+/g, "'1'")
    const rows = db.prepare(`EXPLAIN QUERY PLAN ${bound}`).all() as { detail: string }[]
    return rows.map((row) => row.detail).join('\n')
  }
  return new Map(texts.map((sql) => [sql, planOf(sql)]))
}

test('the list, the unsettled and the sub-agents of a call or a conversation are found by their indexes, in one read each', () => {
  const reads = [...plansOf(opened().db)].filter(([sql]) => sql.trim().startsWith('SELECT'))
  const reading = (index: string): readonly string[] =>
    reads.flatMap(([, plan]) => (plan.includes(`INDEX conversations_${index}`) ? [plan] : []))
  // The list, its parts, and the empty conversations of a folder.
  expect(reading('listed')).toHaveLength(3)
  expect(reading('unsettled')).toEqual([expect.not.stringContaining('TEMP B-TREE')])
  const children = reading('children')
  expect(children).toHaveLength(2)
  expect(children.join('\n')).not.toContain('TEMP B-TREE')
})

test('R23: no statement of the store reads a whole table that grows', () => {
  const plans = plansOf(opened().db)
  expect(plans.size).toBeGreaterThan(25)
  const whole = [...plans].filter(([, plan]) =>
    /SCAN (conversations|(packed_|wide_)?(messages|events)|history_keys|k|m|e)\b(?! USING)/.test(
      plan,
    ),
  )
  expect(whole).toEqual([])
})

// covers D-62
test('usage survives a restart, and a broken row of a sub-agent counts nothing', () => {
  const file = freshFile()
  const { db, store } = opened(file)
  withConversation(store)
  const agent = child('a1', callIdOf('r1' as MessageId, 0), 0)
  append(store, { messages: [answer('r1', 1_000_000, 2)], children: [agent] })
  const messages = [answer('r2', 1_000_000, 4), answer('r3', 1_000_000, 8)]
  append(store, { conversationId: agent.agentId, messages })
  db.close()
  const after = opened(file)
  expect(totalSpend(answersIn(after.store.history(ID))).usd).toBe(2)
  expect(spendIn(after.store, agent.agentId).usd).toBe(12)
  const damage = (id: string, content: string): void => {
    widen(after.db)
    after.db.prepare('UPDATE wide_messages SET content = ? WHERE id = ?').run(content, id)
  }
  damage('r2', '{"usage":{}, half a row')
  expect(spendIn(after.store, agent.agentId).usd).toBe(8)
  damage('r3', '{"type":"agent","usage":"much"}')
  expect(spendIn(after.store, agent.agentId)).toEqual(NO_SPEND)
})

test('answers from before prices existed count as tokens of an unknown price', () => {
  const { db, store } = opened()
  withConversation(store)
  const agent = child('a1', callIdOf('r1' as MessageId, 0), 0)
  append(store, { messages: [answer('r1', 1_000, 2)], children: [agent] })
  append(store, { conversationId: agent.agentId, messages: [answer('r2', 500, 2)] })
  widen(db)
  db.exec("UPDATE wide_messages SET content = json_remove(content, '$.price')")
  expect(store.history(ID)[0]?.content).toMatchObject({ type: 'agent', price: null })
  expect(spendIn(store, agent.agentId)).toMatchObject({ usd: 0, unpricedTokens: 500 })
})
