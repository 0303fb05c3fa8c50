import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { StorageTrouble } from '../../../../shared/storage-trouble.ts'
import { commit, ID, input, user } from '../../../runtime/fakes/store-samples.ts'
import { createSqliteStore } from '../store.ts'
import { type StorageWatch, watchStorage } from './storage-watch.ts'
import { freshFile, written } from './upkeep.fixture.ts'

const ROOM = 64 * 1024 * 1024

interface Watched {
  readonly watch: StorageWatch
  readonly told: (StorageTrouble | null)[]
  readonly pulse: () => void
  readonly disk: { free: number }
}

function watched(file: string, db = written(file, 1)): Watched & { db: typeof db } {
  const told: (StorageTrouble | null)[] = []
  const beats: (() => void)[] = []
  const disk = { free: ROOM }
  const watch = watchStorage({
    db,
    file,
    pulse: { every: (_ms, run) => (beats.push(run), () => void beats.pop()) },
    log: { warn: () => undefined },
    freeBytes: () => disk.free,
    onChange: (trouble) => told.push(trouble),
  })
  return { watch, told, disk, db, pulse: () => beats.forEach((beat) => beat()) }
}

const reserveOf = (file: string): string => join(dirname(file), 'phoenix.reserve')

test('a full disk gets the reserve back, and is full until there is room for it again', async () => {
  const file = freshFile()
  const { db, disk, pulse, told, watch } = watched(file)
  await expect.poll(() => existsSync(reserveOf(file))).toBe(true)
  expect(statSync(reserveOf(file))).toMatchObject({ size: 8 * 1024 * 1024 })
  expect(statSync(reserveOf(file)).mode & 0o777).toBe(0o600)
  disk.free = 0
  watch.failed('full')
  watch.failed('full')
  expect(existsSync(reserveOf(file))).toBe(false)
  // What the reserve gave back is no room.
  disk.free = 8 * 1024 * 1024
  pulse()
  expect([told, watch.trouble()]).toEqual([['full'], 'full'])
  disk.free = ROOM
  pulse()
  await expect.poll(() => [told, watch.trouble()]).toEqual([['full', null], null])
  expect(existsSync(reserveOf(file))).toBe(true)
  db.close()
})

test('a disk that cannot be written is tried again until it can', () => {
  const file = freshFile()
  const { db, pulse, told, watch } = watched(file)
  db.pragma('query_only = 1')
  watch.failed('readOnly')
  pulse()
  expect(told).toEqual(['readOnly'])
  db.pragma('query_only = 0')
  pulse()
  expect(told).toEqual(['readOnly', null])
  db.close()
})

test('damage does not pass by itself, whatever else is said', () => {
  const file = freshFile()
  const { db, pulse, told, watch } = watched(file)
  watch.failed('damaged')
  watch.failed('full')
  pulse()
  expect(told).toEqual(['damaged'])
  db.close()
})

test('the store tells of each write that failed, and of none that did not', () => {
  const file = freshFile()
  const db = written(file, 1)
  const faults: string[] = []
  const store = createSqliteStore(db, { warn: () => {} }, undefined, (fault) => faults.push(fault))
  store.commit(commit({ rows: [input('e2')], messages: [user('m2')], at: 2 }))
  expect(faults).toEqual([])
  db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
  const rows = Array.from({ length: 50 }, (_, n) => input(`f${n}`))
  const long = [user('m3')].map((each) => ({
    ...each,
    content: {
      type: 'user',
      text: 'x'.repeat(100_000),
      attachments: [],
      author: 'person',
    } as const,
  }))
  expect(store.commit(commit({ rows, messages: long, at: 3 }))).toEqual({
    ok: false,
    error: 'full',
  })
  expect(faults).toEqual(['full'])
  expect(store.history(ID)).toHaveLength(2)
  db.close()
})
