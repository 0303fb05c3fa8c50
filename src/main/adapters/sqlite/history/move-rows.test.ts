import Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import {
  append,
  ID,
  input,
  user,
  withConversation,
} from '../../../runtime/fakes/contracts/store-samples.ts'
import { freshFile, opened } from '../temporary.fixture.ts'
import { makeBackup } from '../upkeep/make-backup.ts'
import { rescue } from '../upkeep/rescue.ts'
import { prepareMoving } from './move-rows.ts'
import { allReadings, readings } from './readings.fixture.ts'
import { widen } from './widen.fixture.ts'

/** The store over a database of format 3, of which nothing has been moved. */
function old(): ReturnType<typeof opened> {
  const file = freshFile()
  const db = new Database(file)
  db.exec(readFileSync(join(import.meta.dirname, '../format-3.fixture.sql'), 'utf8'))
  db.close()
  return opened(file)
}

function counts(db: Database.Database): Record<string, unknown> {
  const tables = ['wide_messages', 'wide_events', 'packed_messages', 'packed_events']
  return Object.fromEntries(
    tables.map((table) => [table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]),
  )
}

function moveAll(db: Database.Database): void {
  const move = prepareMoving(db)
  while (move());
}

test('a history of an older Phoenix reads the same before, between and after the slices that move it', () => {
  const { db, store } = old()
  const before = readings(db, store)
  const { wide_messages: messages, wide_events: events } = counts(db)
  expect([messages, events]).toEqual([expect.any(Number), expect.any(Number)])
  const move = prepareMoving(db)
  let slices = 0
  while (move()) {
    slices += 1
    expect(readings(db, store)).toEqual(before)
  }
  expect(slices).toBeGreaterThan(10)
  expect(counts(db)).toEqual({
    wide_messages: 0,
    wide_events: 0,
    packed_messages: messages,
    packed_events: events,
  })
})

test('a slice that fails moves nothing, and the next one continues from there', () => {
  const { db, store } = old()
  const [before, rows] = [readings(db, store), counts(db)]
  db.exec(`CREATE TRIGGER fault BEFORE INSERT ON packed_messages WHEN new.seq = 2
    BEGIN SELECT raise(ABORT, 'fault'); END`)
  expect(() => moveAll(db)).toThrow('fault')
  expect(readings(db, store)).toEqual(before)
  db.exec('DROP TRIGGER fault')
  moveAll(db)
  expect(readings(db, store)).toEqual(before)
  expect(counts(db)).toMatchObject({ packed_messages: rows['wide_messages'] })
})

test('a backup and a rescue in the middle of a move contain everything', async () => {
  const { db, store } = old()
  const before = readings(db, store)
  prepareMoving(db)()
  const { wide_messages: left, packed_messages: moved } = counts(db)
  expect([Number(left) > 0, Number(moved) > 0]).toEqual([true, true])
  const file = db.name
  const folder = join(dirname(file), 'backups')
  const backup = await makeBackup(file, folder, Date.UTC(2026, 0, 1))
  if (!backup.ok) throw new Error(backup.error.reason)
  expect(allReadings(backup.value.path)).toEqual(before)
  const into = `${file}.rescued`
  const rescued = rescue({ file, backupFolder: join(dirname(file), 'none'), into, now: 0 })
  expect(rescued).toMatchObject({ ok: true, value: { backupAt: null, lost: [], behind: [] } })
  expect(allReadings(into)).toEqual(before)
})

test('a conversation continues while its rows are moved: new messages follow them', () => {
  const { db, store } = opened()
  withConversation(store)
  for (let n = 1; n <= 30; n++)
    append(store, { rows: [input(`e${n}`)], messages: [user(`m${n}`)], at: n })
  widen(db)
  const move = prepareMoving(db)
  move()
  append(store, { rows: [input('e31')], messages: [user('m31')], at: 31 })
  expect(store.history(ID).map(({ id }) => id)).toEqual(
    Array.from({ length: 31 }, (_, n) => `m${n + 1}`),
  )
  moveAll(db)
  expect(store.history(ID).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 31 }, (_, n) => n + 1),
  )
  const prompts = store.sentPrompts('/work', null, { prompts: 3, characters: 1_000 })
  expect(prompts.prompts).toHaveLength(3)
})

test('an id that was not moved is refused like one that was', () => {
  const { db, store } = opened()
  withConversation(store)
  append(store, { rows: [input('e1')], messages: [user('m1')] })
  widen(db)
  expect(append(store, { rows: [input('e1')] })).toEqual({ ok: false, error: 'io' })
  expect(append(store, { rows: [input('e2')], messages: [user('m1')] })).toEqual({
    ok: false,
    error: 'io',
  })
  expect(store.history(ID)).toHaveLength(1)
})

test('prompts are sorted by time, however far the rows are moved', () => {
  const { db, store } = opened()
  withConversation(store)
  const other = 'c2' as ConversationId
  store.createConversation({ id: other, folder: '/work', permissionMode: 'ask', at: 2 })
  for (let n = 1; n <= 40; n++) {
    const conversationId = n % 2 === 0 ? ID : other
    append(store, {
      messages: [
        {
          ...user(`m${n}`, `${n}`),
          at: n,
        },
      ],
      conversationId,
    })
  }
  const texts = (): readonly string[] => {
    const page = { prompts: 7, characters: 1_000 }
    const all: string[] = []
    let from = store.sentPrompts('/work', null, page)
    for (;;) {
      all.push(...from.prompts.map(({ text }) => text))
      if (from.next === null) return all
      from = store.sentPrompts('/work', from.next, page)
    }
  }
  const newestFirst = Array.from({ length: 40 }, (_, n) => `${40 - n}`)
  expect(texts()).toEqual(newestFirst)
  widen(db)
  const move = prepareMoving(db)
  do expect(texts()).toEqual(newestFirst)
  while (move())
})

test('a conversation being deleted is not moved, and is deleted from its old place', () => {
  const { db, store } = opened()
  withConversation(store)
  append(store, { rows: [input('e1')], messages: [user('m1'), user('m2')] })
  widen(db)
  store.removeConversations([ID])
  expect(prepareMoving(db)()).toBe(false)
  while (store.leavingRows().length > 0) store.clearRows()
  expect(Object.values(counts(db))).toEqual([0, 0, 0, 0])
})

test('a deletion in the middle of a move removes both halves, and the number is not reused', () => {
  const { db, store } = opened()
  withConversation(store)
  const messages = Array.from({ length: 60 }, (_, n) => user(`m${n}`))
  append(store, { messages })
  widen(db)
  prepareMoving(db)()
  store.removeConversations([ID])
  while (store.leavingRows().length > 0) store.clearRows()
  expect(Object.values(counts(db))).toEqual([0, 0, 0, 0])
  expect(store.message('m1' as MessageId)).toBeNull()
  const keys = db.prepare('SELECT key FROM history_keys').pluck()
  expect(keys.all()).toEqual([])
  withConversation(store)
  append(store, { messages: [user('n1')] })
  expect(Number(keys.get())).toBeGreaterThan(1)
})

test('a message that is not JSON is moved unchanged', () => {
  const { db, store } = opened()
  withConversation(store)
  append(store, { messages: [user('m1')] })
  widen(db)
  db.exec(`UPDATE wide_messages SET content = 'no json'`)
  moveAll(db)
  expect(db.prepare('SELECT type, content FROM messages').get()).toEqual({
    type: '',
    content: 'no json',
  })
})
