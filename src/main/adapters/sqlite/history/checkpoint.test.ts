import { onTestFinished, expect, test } from 'vitest'
import type { Database } from 'better-sqlite3'
import { createSearch } from '../search/search-port.ts'
import { freshFile, opened } from '../temporary.fixture.ts'
import { write } from './checkpoint.fixture.ts'
import { prepareCheckpoint, walIn } from './checkpoint.ts'
import { threadSource } from '../../system/thread-source.fixture.ts'

const WORKER = threadSource('../search/search-worker.ts', import.meta.url)

function waiting(db: Database): number {
  const { checkpointed, log } = walIn(db, 'NOOP')
  return log - checkpointed
}

test('no step copies the journal into the file: that waits for a thread', () => {
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

test('the search thread copies the journal while steps are written', async () => {
  const file = freshFile()
  const { db, store } = opened(file)
  const search = createSearch({ worker: WORKER, file, log: { warn: () => undefined } })
  onTestFinished(() => search.close())
  write(store, 60, 100_000)
  expect(walIn(db, 'NOOP').log).toBeGreaterThan(1_000)
  for (let step = 0; step < 60; step++) search.written()
  await expect.poll(() => waiting(db)).toBeLessThan(1_000)
})
