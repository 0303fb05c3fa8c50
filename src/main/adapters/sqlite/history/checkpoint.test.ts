import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { onTestFinished, expect, test, vi } from 'vitest'
import type { Database } from 'better-sqlite3'
import { createSearch } from '../search/search-port.ts'
import { byPerson, tell } from '../search/search.fixture.ts'
import { freshFile, opened } from '../temporary.fixture.ts'
import { prepareCheckpoint, walIn } from './checkpoint.ts'

const MB = 1024 * 1024
const WORKER = new URL('../search/search-worker.ts', import.meta.url)

/** Steps of a message each, whose words have so many bytes that cannot be packed. */
function write(store: ReturnType<typeof opened>['store'], steps: number, bytes = 8_000): void {
  for (let step = 0; step < steps; step++) {
    tell(store, `c${step % 3}`, [byPerson(noise(bytes))])
  }
}

function noise(bytes: number): string {
  return randomBytes(bytes / 2).toString('hex')
}

function waiting(db: Database): number {
  const { checkpointed, log } = walIn(db, 'NOOP')
  return log - checkpointed
}

test('no step copies the journal into the file: it waits for a thread', () => {
  const { db, store } = opened(freshFile())
  write(store, 400)
  const before = waiting(db)
  expect(before).toBeGreaterThan(1_500)
  expect(walIn(db, 'NOOP').checkpointed).toBe(0)
  const checkpoint = prepareCheckpoint(db)
  checkpoint()
  expect(waiting(db)).toBe(0)
  write(store, 1)
  checkpoint()
  expect(waiting(db)).toBeGreaterThan(0)
})

test('the thread of searches copies the journal while steps are written', async () => {
  const file = freshFile()
  const { db, store } = opened(file)
  const search = createSearch(WORKER, file, { warn: () => undefined })
  onTestFinished(() => search.close())
  write(store, 60, 100_000)
  expect(walIn(db, 'NOOP').log).toBeGreaterThan(1_000)
  for (let step = 0; step < 60; step++) search.written()
  await vi.waitFor(() => expect(waiting(db)).toBeLessThan(1_000), 20_000)
})

test('row 24 the journal stays under 64 MB, also where no thread copies it', () => {
  const file = freshFile()
  const { store } = opened(file)
  let most = 0
  for (let round = 0; round < 20; round++) {
    write(store, 40, 200_000)
    most = Math.max(most, statSync(`${file}-wal`).size)
  }
  expect(statSync(file).size).toBeGreaterThan(60 * MB)
  expect(most).toBeLessThan(64 * MB)
})
