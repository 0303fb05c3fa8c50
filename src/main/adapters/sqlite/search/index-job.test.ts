import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import { ID } from '../../../runtime/fakes/contracts/store-samples.ts'
import { searchMigration } from '../migrations/014-search.ts'
import { MIGRATIONS } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'
import { freshFile, opened } from '../temporary.fixture.ts'
import { prepareIndexJob } from './index-job.ts'
import { rebuild } from './make-index.ts'
import {
  byPerson,
  idsWith,
  messageOf,
  search,
  addMessages,
  workToTheEnd,
} from './search.fixture.ts'
import { widen } from '../history/widen.fixture.ts'

/** Three conversations, of which nothing is indexed yet. */
function unindexed(): ReturnType<typeof opened> & { readonly file: string } {
  const file = freshFile()
  const { db, store } = opened(file)
  for (const id of ['c1', 'c2', 'c3']) {
    const messages = Array.from({ length: 40 }, (_, index) => byPerson(`whale ${id} at${index}`))
    addMessages(store, id, messages, { title: `Title of ${id}` })
  }
  rebuild(db)
  return { db, store, file }
}

/** How many rows the index has, and how many of them it finds. */
function counted(db: Database.Database): { readonly rows: unknown; readonly whales: unknown } {
  const rows = db.prepare('SELECT count(*) FROM search_text_docsize').pluck().get()
  const found = db.prepare("SELECT count(*) FROM search_text WHERE search_text MATCH 'whale'")
  return { rows, whales: found.pluck().get() }
}

test('an older database is opened with an empty index that knows what is still missing', () => {
  const file = freshFile()
  const old = new Database(file)
  const versions = MIGRATIONS.indexOf(searchMigration)
  for (const sql of MIGRATIONS.slice(0, versions)) old.exec(sql)
  old.pragma(`user_version = ${versions}`)
  old.exec(`
    INSERT INTO conversations (id, folder, created_at, updated_at, state, message_seq, title)
      VALUES ('c1', '/work', 1, 1, '{}', 1, 'An old title');
    INSERT INTO messages VALUES ('c1', 1, 'm1', 1,
      '{"type":"user","text":"an old whale","attachments":[],"author":"person"}');`)
  old.close()
  const { db } = opened(file)
  expect(search(db, 'whale')).toEqual({
    conversations: [],
    next: null,
    indexing: { done: 0, total: 1 },
  })
  workToTheEnd(db)
  expect(search(db, 'whale').indexing).toBeNull()
  expect(idsWith(db, 'whale')).toEqual(['c1'])
  expect(idsWith(db, 'title')).toEqual(['c1'])
})

test('a search finds what is indexed so far, the newest first, and reports the progress', () => {
  const { db } = unindexed()
  const work = prepareIndexJob(db)
  const shares: number[] = []
  while (work() === 'worked') {
    const { indexing } = search(db, 'whale')
    if (indexing !== null) shares.push(indexing.done / indexing.total)
    if (shares.at(-1) === 40 / 120) expect(idsWith(db, 'whale')).toEqual(['c3'])
  }
  expect(shares).toContain(40 / 120)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(search(db, 'whale').indexing).toBeNull()
})

test('killed after any slice, the next start continues there and indexes nothing twice', () => {
  const { db, file } = unindexed()
  db.close()
  for (let starts = 0; ; starts += 1) {
    const again = openDatabase(file)
    if (!again.ok) throw new Error(again.error)
    const result = prepareIndexJob(again.value)()
    const titled = prepareIndexJob(again.value)
    titled()
    titled()
    const isDone = search(again.value, 'x').indexing === null && result === 'worked' && starts > 20
    if (isDone) expect(counted(again.value)).toEqual({ rows: 123, whales: 120 })
    again.value.close()
    if (isDone) return
  }
})

test('messages sent during indexing are found at once, and indexed once', () => {
  const { db, store } = unindexed()
  const work = prepareIndexJob(db)
  for (let slice = 0; slice < 5; slice += 1) work()
  addMessages(store, 'c1', [byPerson('a new whale')])
  store.rename(ID, 'New title', 'person')
  expect(idsWith(db, 'new whale')).toEqual(['c1'])
  workToTheEnd(db)
  expect(counted(db)).toEqual({ rows: 124, whales: 121 })
  expect(idsWith(db, '"new title"')).toEqual(['c1'])
})

test('what is written in slices is indexed when it is whole, by the job, and each message once', () => {
  const { db, store } = opened(freshFile())
  const sliceOf = (slice: number) =>
    addMessages(store, ID, [byPerson(`whale ${slice}`), byPerson(`shark ${slice}`)])
  store.beginWriting(ID)
  for (let slice = 0; slice < 20; slice++) {
    sliceOf(slice)
    workToTheEnd(db)
  }
  // A rebuilt index waits for the rest, too.
  rebuild(db)
  workToTheEnd(db)
  sliceOf(20)
  expect(counted(db)).toEqual({ rows: 0, whales: 0 })
  store.endWriting(ID)
  expect(search(db, 'whale').indexing).toEqual({ done: 0, total: 42 })
  sliceOf(21)
  expect(counted(db)).toEqual({ rows: 2, whales: 1 })
  workToTheEnd(db)
  expect(counted(db)).toEqual({ rows: 44, whales: 22 })
  expect(search(db, 'whale').indexing).toBeNull()
})

test('a rewind from before the index is known afterwards', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('whale'), messageOf({ type: 'rewound', fromSeq: 1 })])
  rebuild(db)
  workToTheEnd(db)
  expect(search(db, 'whale').conversations[0]?.hits[0]?.isTakenBack).toBe(true)
})

test('an unreadable message is skipped', () => {
  const { db } = unindexed()
  widen(db)
  db.prepare(
    "UPDATE wide_messages SET content = '{' WHERE conversation_id = 'c2' AND seq = 20",
  ).run()
  workToTheEnd(db)
  expect(counted(db)).toEqual({ rows: 122, whales: 119 })
})

test('messages of a removed conversation leave the index', () => {
  const { db } = unindexed()
  workToTheEnd(db)
  widen(db)
  db.prepare("DELETE FROM wide_messages WHERE conversation_id = 'c2'").run()
  db.prepare("DELETE FROM history_keys WHERE conversation_id = 'c2'").run()
  db.prepare("DELETE FROM conversations WHERE id = 'c2'").run()
  expect(idsWith(db, 'whale')).not.toContain('c2')
  workToTheEnd(db)
  expect(counted(db)).toEqual({ rows: 82, whales: 80 })
  const keys = db.prepare('SELECT count(*) FROM search_conversations').pluck().get()
  expect(keys).toBe(2)
})

/** Damage that the index can suffer, caused by SQL that no program can run. */
const DAMAGES = [
  ['its structure is gone', 'DELETE FROM search_text_data WHERE id = 10'],
  ['its structure is wrong', "UPDATE search_text_data SET block = x'ffffffffff' WHERE id = 10"],
  ['its pages are gone', 'DELETE FROM search_text_data WHERE id > 10'],
  ['its pages are wrong', "UPDATE search_text_data SET block = x'0004ffffffffff' WHERE id > 10"],
] as const

test.for(oneOfEvery(4, DAMAGES))('a step is stored even if %s; the index is rebuilt', ([, sql]) => {
  const { db, store, file } = unindexed()
  workToTheEnd(db)
  db.unsafeMode(true).exec(sql)
  db.unsafeMode(false)
  // As a start finds it: without what this connection has cached of it.
  db.close()
  const again = opened(file)
  expect(store).not.toBe(again.store)
  for (let step = 0; step < 300; step += 1)
    addMessages(again.store, 'c1', [byPerson('a late whale')])
  expect(again.store.history(ID)).toHaveLength(340)
  workToTheEnd(again.db)
  expect(search(again.db, 'x').indexing).toBeNull()
  expect(counted(again.db)).toEqual({ rows: 423, whales: 420 })
  expect(again.db.pragma('integrity_check', { simple: true })).toBe('ok')
})

test.for(['search_text_data', 'search_text_config', 'search_state', 'search_text_idx'])(
  'a database without %s is opened, and everything is indexed again',
  (table) => {
    const { db, file } = unindexed()
    workToTheEnd(db)
    db.unsafeMode(true).exec(`DROP TABLE ${table}`)
    db.close()
    const again = opened(file)
    workToTheEnd(again.db)
    expect(counted(again.db)).toEqual({ rows: 123, whales: 120 })
    expect(again.store.history(ID)).toHaveLength(40)
    expect(again.db.pragma('integrity_check', { simple: true })).toBe('ok')
  },
)
