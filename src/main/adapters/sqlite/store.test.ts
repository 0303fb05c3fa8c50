import Database from 'better-sqlite3'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import { testStore } from '../../runtime/fakes/store-contract.ts'
import type { Store } from '../../runtime/ports.ts'
import { migrate } from './migrate.ts'
import { conversationsMigration } from './migrations/001-conversations.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

const ID = 'c1' as ConversationId
const folders: string[] = []
const warnings: string[] = []
const log = { warn: (what: string): void => void warnings.push(what) }

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-store-'))
  folders.push(folder)
  return join(folder, 'phoenix.db')
}

function opened(file = freshFile()): { db: Database.Database; store: Store } {
  const db = openDatabase(file)
  if (!db.ok) throw new Error(db.error)
  return { db: db.value, store: createSqliteStore(db.value, log) }
}

function append(store: Store, n: number, text = `message ${n}`): ReturnType<Store['commit']> {
  const event = { input: { type: 'continueRequested' }, random: 0, printedIn: null } as const
  const content = { type: 'user', text, attachments: [], author: 'person' } as const
  return store.commit({
    conversationId: ID,
    rows: [{ id: `e${n}` as EventId, kind: 'input', at: n, event }],
    messages: [{ id: `m${n}` as MessageId, at: n, content }],
    state: { type: 'idle', unfinished: null },
    at: n,
    title: null,
    clearsDraft: false,
  })
}

testStore('SQLite', () => opened().store)

test('the file is in WAL mode with synchronous=FULL, in STRICT tables', () => {
  const { db } = opened()
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
  const tables = db.pragma('table_list') as { name: string; type: string; strict: number }[]
  const ours = tables.filter((table) => table.type === 'table' && !table.name.startsWith('sqlite_'))
  expect(ours.map((table) => table.strict)).toEqual(ours.map(() => 1))
  expect(ours.length).toBeGreaterThan(3)
})

test('T71 rows stand in the order they were taken, and a torn write keeps every earlier one', () => {
  const file = freshFile()
  const { db, store } = opened(file)
  db.pragma('wal_autocheckpoint = 0')
  store.createConversation({ id: ID, folder: '/work', at: 1 })
  db.pragma('wal_checkpoint(TRUNCATE)')
  const sizes: number[] = []
  for (let n = 1; n <= 20; n++) {
    append(store, n)
    sizes.push(readFileSync(`${file}-wal`).length)
  }
  const wal = readFileSync(`${file}-wal`)
  for (let cut = 0; cut < wal.length; cut += 1030) {
    const torn = freshFile()
    copyFileSync(file, torn)
    writeFileSync(`${torn}-wal`, wal.subarray(0, cut))
    const { db: reopened, store: after } = opened(torn)
    const whole = sizes.filter((size) => size <= cut).length
    expect(after.history(ID).map((message) => message.seq)).toEqual(
      Array.from({ length: whole }, (_, index) => index + 1),
    )
    expect(after.conversation(ID)?.seq).toBe(whole)
    reopened.close()
  }
  db.close()
})

test('a full disk is a fault that loses nothing, and writing goes on when there is space', () => {
  const { db, store } = opened()
  store.createConversation({ id: ID, folder: '/work', at: 1 })
  append(store, 1)
  const pages = Number(db.pragma('page_count', { simple: true }))
  db.pragma(`max_page_count = ${pages + 2}`)
  expect(append(store, 2, 'x'.repeat(100_000))).toEqual({ ok: false, error: 'full' })
  expect(store.history(ID)).toHaveLength(1)
  db.pragma('max_page_count = 1000000')
  expect(append(store, 2)).toMatchObject({ ok: true, value: { after: 1, seq: 2 } })
})

test('a file that cannot be written to is a fault of its own', () => {
  const { db, store } = opened()
  store.createConversation({ id: ID, folder: '/work', at: 1 })
  db.pragma('query_only = ON')
  expect(append(store, 1)).toEqual({ ok: false, error: 'readOnly' })
  db.pragma('query_only = OFF')
  expect(append(store, 1).ok).toBe(true)
})

test('an id that is used twice is refused whole', () => {
  const { store } = opened()
  store.createConversation({ id: ID, folder: '/work', at: 1 })
  append(store, 1)
  expect(append(store, 1).ok).toBe(false)
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

test('a draft of an older Phoenix keeps its text, and one whose images cannot be read does, too', () => {
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

test('a state that cannot be read counts as unsettled and comes as null', () => {
  const { db, store } = opened()
  store.createConversation({ id: ID, folder: '/work', at: 1 })
  db.prepare("UPDATE conversations SET state = 'no json'").run()
  expect(store.unsettled()).toEqual([ID])
  expect(store.conversation(ID)?.state).toBeNull()
  expect(store.list()).toMatchObject([{ id: ID, activity: 'idle' }])
})

test('the list, the unsettled and the newest page are answered from indexes', () => {
  const { db } = opened()
  const plan = (sql: string): string =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map((row) => row.detail)
      .join(' ')
  expect(
    plan(`SELECT id FROM conversations
      WHERE CASE WHEN json_valid(state) THEN state ->> '$.type' END IS NOT 'idle'`),
  ).toContain('conversations_unsettled')
  expect(
    plan(
      "SELECT * FROM messages WHERE conversation_id = 'c' AND seq < 9 ORDER BY seq DESC LIMIT 5",
    ),
  ).toContain('PRIMARY KEY')
})
