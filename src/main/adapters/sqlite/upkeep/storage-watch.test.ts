import { existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { StorageTrouble } from '../../../../shared/storage/storage-trouble.ts'
import { append, ID, input, user } from '../../../runtime/fakes/contracts/store-samples.ts'
import { createSqliteStore } from '../store.ts'
import { readRecord } from './file-record.ts'
import { type StorageWatch, watchStorage } from './storage-watch.ts'
import { freshFile, written } from './upkeep.fixture.ts'

const FREE_BYTES = 64 * 1024 * 1024

interface Watched {
  readonly reopened: () => number
  readonly watch: StorageWatch
  readonly reported: (StorageTrouble | null)[]
  readonly pulse: () => void
  readonly disk: { free: number; flushingMs: number; lockedMs: number }
}

function watched(file: string, db = written(file, 1)): Watched & { db: typeof db } {
  const reported: (StorageTrouble | null)[] = []
  let reopened = 0
  const beats: (() => void)[] = []
  const disk = { free: FREE_BYTES, flushingMs: 0, lockedMs: 0 }
  const watch = watchStorage({
    db,
    file,
    pulse: { every: (_ms, run) => (beats.push(run), () => void beats.pop()) },
    log: { warn: () => undefined },
    freeBytes: () => {
      if (disk.free < 0) throw new Error('ENOSYS: statfs')
      return disk.free
    },
    flushingMs: () => disk.flushingMs,
    lock: {
      met: () => true,
      wrote: () => void (disk.lockedMs = 0),
      lockedMs: () => disk.lockedMs,
    },
    reopen: () => void reopened++,
    onChange: (trouble) => reported.push(trouble),
  })
  // It may still be writing the reserve into the folder that is removed next.
  onTestFinished(() => watch.close())
  return {
    watch,
    reported,
    disk,
    db,
    reopened: () => reopened,
    pulse: () => beats.forEach((beat) => beat()),
  }
}

const reserveOf = (file: string): string => join(dirname(file), 'phoenix.reserve')

test('a full disk gets the reserve back, and counts as full until there is room for it again', async () => {
  const file = freshFile()
  const { db, disk, pulse, reported, watch } = watched(file)
  await expect.poll(() => existsSync(reserveOf(file))).toBe(true)
  expect(statSync(reserveOf(file))).toMatchObject({ size: 8 * 1024 * 1024 })
  expect(statSync(reserveOf(file)).mode & 0o777).toBe(0o600)
  disk.free = 0
  watch.failed('full')
  watch.failed('full')
  expect(existsSync(reserveOf(file))).toBe(false)
  // The space freed with the reserve does not count as room.
  disk.free = 8 * 1024 * 1024
  pulse()
  expect([reported, watch.trouble()]).toEqual([['full'], 'full'])
  disk.free = FREE_BYTES
  pulse()
  await expect.poll(() => [reported, watch.trouble()]).toEqual([['full', null], null])
  expect(existsSync(reserveOf(file))).toBe(true)
  db.close()
})

test('a reserve given back during a check is written again before the disk counts as having room', async () => {
  const file = freshFile()
  writeFileSync(reserveOf(file), Buffer.alloc(8 * 1024 * 1024))
  const { db, disk, pulse, reported, watch } = watched(file)
  disk.free = FREE_BYTES
  watch.failed('full')
  pulse()
  await expect.poll(() => reported).toEqual(['full', null])
  expect(existsSync(reserveOf(file))).toBe(true)
  db.close()
})

test('a full disk of a system that does not say how much is free counts as full until the reserve fits', async () => {
  const file = freshFile()
  const { db, disk, pulse, reported, watch } = watched(file)
  await expect.poll(() => existsSync(reserveOf(file))).toBe(true)
  disk.free = -1
  watch.failed('full')
  expect(existsSync(reserveOf(file))).toBe(false)
  pulse()
  await expect.poll(() => reported).toEqual(['full', null])
  expect(existsSync(reserveOf(file))).toBe(true)
  db.close()
})

test('a disk that cannot be written is retried until it can', () => {
  const file = freshFile()
  const { db, pulse, reported, watch } = watched(file)
  db.pragma('query_only = 1')
  watch.failed('readOnly')
  pulse()
  expect(reported).toEqual(['readOnly'])
  db.pragma('query_only = 0')
  pulse()
  expect(reported).toEqual(['readOnly', null])
  db.close()
})

test('a connection whose disk failed is replaced, and not written to until then', () => {
  const file = freshFile()
  const { db, pulse, reopened, reported, watch } = watched(file)
  watch.failed('io', true)
  expect([reported, reopened(), watch.isUsable()]).toEqual([['failing'], 1, false])
  pulse()
  expect([reported, reopened(), readRecord(db)?.isInUse]).toEqual([['failing'], 2, true])
  db.close()
})

test('a write that failed for another reason is retried on the same connection', () => {
  const file = freshFile()
  const { db, pulse, reopened, reported, watch } = watched(file)
  watch.failed('io')
  pulse()
  expect([reported, reopened(), watch.isUsable()]).toEqual([['failing', null], 0, true])
  db.close()
})

test('a disk is well again only once it has taken a write: the journal is longer', () => {
  const file = freshFile()
  const { db, pulse, reported, watch } = watched(file)
  const before = statSync(`${file}-wal`).size
  watch.failed('io')
  pulse()
  expect(reported).toEqual(['failing', null])
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(before)
  db.close()
})

test('damage is never considered over, whatever else is reported', () => {
  const file = freshFile()
  const { db, pulse, reported, watch } = watched(file)
  watch.failed('damaged')
  watch.failed('full')
  pulse()
  expect(reported).toEqual(['damaged'])
  db.close()
})

test('the store reports each failed write, and no other', () => {
  const file = freshFile()
  const db = written(file, 1)
  const faults: string[] = []
  const store = createSqliteStore(
    db,
    { warn: () => {} },
    { onFault: (fault) => faults.push(fault) },
  )
  append(store, { rows: [input('e2')], messages: [user('m2')], at: 2 })
  expect(faults).toEqual([])
  db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
  const rows = Array.from({ length: 50 }, (_, n) => input(`f${n}`))
  const long = [user('m3')].map((each) => ({
    ...each,
    content: {
      type: 'user',
      text: Array.from({ length: 20_000 }, (_, n) => Math.imul(n, 0x2c1b3c6d).toString(36)).join(
        ' ',
      ),
      attachments: [],
      author: 'person',
    } as const,
  }))
  expect(append(store, { rows, messages: long, at: 3 })).toEqual({
    ok: false,
    error: 'full',
  })
  expect(faults).toEqual(['full'])
  expect(store.history(ID)).toHaveLength(2)
  db.close()
})

test('a flush that takes seconds is reported until it ends', () => {
  const file = freshFile()
  const { db, disk, pulse, reported } = watched(file)
  disk.flushingMs = 1_900
  pulse()
  expect(reported).toEqual([])
  disk.flushingMs = 2_000
  pulse()
  pulse()
  expect(reported).toEqual(['slow'])
  disk.flushingMs = 0
  pulse()
  expect(reported).toEqual(['slow', null])
  db.close()
})

test('a lock that lasts is reported until a write succeeds, though nobody else writes', () => {
  const file = freshFile()
  const { db, disk, pulse, reported } = watched(file)
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  disk.lockedMs = 900
  pulse()
  expect(reported).toEqual([])
  disk.lockedMs = 1_000
  pulse()
  pulse()
  expect(reported).toEqual(['locked'])
  other.close()
  pulse()
  expect(reported).toEqual(['locked', null])
  db.close()
})

test('a lock does not hide that the disk is full, nor end it', () => {
  const file = freshFile()
  const { db, disk, pulse, reported, watch } = watched(file)
  disk.free = 0
  watch.failed('full')
  disk.lockedMs = 2_000
  pulse()
  expect(reported).toEqual(['full'])
  db.close()
})
