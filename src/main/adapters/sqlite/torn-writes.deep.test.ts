import { closeSync, copyFileSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import {
  append,
  ID,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { freshFile, opened } from './temporary.fixture.ts'

const COMMITS = 40
const PAGE_BYTES = 4096

/** Shorter than a page, or empty, behind the end. */
function pageOf(database: Buffer, page: number): Buffer {
  return database.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)
}

interface Written {
  readonly db: Database.Database
  readonly file: string
  /** The size of the journal after each commit (bytes). */
  readonly sizes: readonly number[]
}

/** This many commits in a journal that has not been written back yet, after an empty one. */
function written(): Written {
  const file = freshFile()
  const { db, store } = opened(file)
  db.pragma('wal_autocheckpoint = 0')
  withConversation(store)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const sizes: number[] = []
  for (let n = 1; n <= COMMITS; n++) {
    append(store, { rows: [input(`e${n}`)], messages: [user(`m${n}`)], at: n })
    sizes.push(readFileSync(`${file}-wal`).length)
  }
  return { db, file, sizes }
}

/** The seqs of the messages that a start finds with this journal, and the seq of the conversation. */
function foundWith(
  file: string,
  wal: Uint8Array,
): { seqs: readonly number[]; seq: number | undefined } {
  const torn = freshFile()
  copyFileSync(file, torn)
  writeFileSync(`${torn}-wal`, wal)
  const { db, store } = opened(torn)
  expect(db.pragma('quick_check', { simple: true })).toBe('ok')
  const found = {
    seqs: store.history(ID).map((message) => message.seq),
    seq: store.conversation(ID)?.seq,
  }
  db.close()
  return found
}

const upTo = (whole: number): readonly number[] => Array.from({ length: whole }, (_, n) => n + 1)

test('T71 R11 row 9: rows keep their order; of 1,000 journals torn or damaged by a power cut, each keeps every commit before the damage', () => {
  const { db, file, sizes } = written()
  const wal = readFileSync(`${file}-wal`)
  const wholeAt = (byte: number): number => sizes.filter((size) => size <= byte).length
  let images = 0
  for (let cut = 0; cut < wal.length; cut += 1030, images++) {
    const whole = wholeAt(cut)
    expect([cut, foundWith(file, wal.subarray(0, cut))]).toEqual([
      cut,
      { seqs: upTo(whole), seq: whole },
    ])
  }
  const flips = Math.max(200, 1000 - images)
  for (let flip = 0; flip < flips; flip++, images++) {
    const at = Math.floor((flip * wal.length) / flips)
    const damaged = Uint8Array.from(wal)
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (flip % 8))
    // A frame with a wrong checksum ends the journal, together with everything after it.
    const whole = wholeAt(at)
    expect([at, foundWith(file, damaged)]).toEqual([at, { seqs: upTo(whole), seq: whole }])
  }
  expect(images).toBeGreaterThanOrEqual(1000)
  db.close()
})

test('a power cut while the journal is written back loses nothing: the database with any page new or old, the journal whole', () => {
  const { db, file } = written()
  const wal = readFileSync(`${file}-wal`)
  const before = readFileSync(file)
  db.pragma('wal_checkpoint(FULL)')
  const after = readFileSync(file)
  const pages = after.length / PAGE_BYTES
  const changed = [...Array(pages).keys()].filter(
    (page) => !pageOf(after, page).equals(pageOf(before, page)),
  )
  expect(changed.length).toBeGreaterThan(10)
  // Pages can reach the disk in any order: each alone, all but each, and all up to each.
  for (const page of changed) {
    const orders = [
      [page],
      changed.filter((each) => each !== page),
      changed.filter((each) => each <= page),
    ]
    for (const written of orders) {
      const torn = freshFile()
      writeFileSync(torn, before)
      const file = openSync(torn, 'r+')
      for (const each of written) writeSync(file, pageOf(after, each), 0, null, each * PAGE_BYTES)
      closeSync(file)
      const found = foundWith(torn, wal)
      expect([written, found]).toEqual([written, { seqs: upTo(COMMITS), seq: COMMITS }])
    }
  }
  db.close()
})
