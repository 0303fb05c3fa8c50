import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { freshFile, opened } from '../temporary.fixture.ts'
import { allowShrinking, canShrink, makeShrinkable, prepareGivingBack } from './give-back.ts'

/** Fills the file with this many pages, and frees them. */
function withFreePages(db: Database.Database, pages: number): void {
  db.exec('CREATE TABLE filler (bytes BLOB) STRICT')
  const insert = db.prepare('INSERT INTO filler VALUES (zeroblob(4000))')
  db.transaction(() => {
    for (let n = 0; n < pages; n++) insert.run()
  })()
  db.exec('DROP TABLE filler')
}

test('free pages return to the disk in steps, and some are kept for later', () => {
  const file = freshFile()
  const { db } = opened(file)
  withFreePages(db, 2_000)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const before = statSync(file).size
  const giveBack = prepareGivingBack(db)
  let [steps, free] = [0, 0]
  do free = Number(db.pragma('freelist_count', { simple: true }))
  while (giveBack() && ++steps < 1_000)
  expect(steps).toBeGreaterThan(20)
  expect(free).toBeGreaterThan(100)
  expect(free).toBeLessThanOrEqual(256)
  db.pragma('wal_checkpoint(TRUNCATE)')
  expect(before - statSync(file).size).toBeGreaterThan(1_500 * 4096)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
})

test('a file created without shrinking is left as it is', () => {
  const db = new Database(freshFile())
  db.exec('CREATE TABLE first (x)')
  allowShrinking(db)
  withFreePages(db, 2_000)
  expect(canShrink(db)).toBe(false)
  expect(prepareGivingBack(db)()).toBe(false)
})

test('a file of an older Phoenix can shrink once it was rewritten; a full disk leaves it as it was', () => {
  const file = freshFile()
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE first (x); INSERT INTO first VALUES (1)')
  db.pragma('query_only = ON')
  makeShrinkable(db)
  expect(canShrink(db)).toBe(false)
  db.pragma('query_only = OFF')
  makeShrinkable(db)
  expect(canShrink(db)).toBe(true)
  expect(db.prepare('SELECT x FROM first').pluck().all()).toEqual([1])
  withFreePages(db, 2_000)
  expect(prepareGivingBack(db)()).toBe(true)
})
