import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFile, opened } from '../temporary.fixture.ts'
import { write, waiting } from './checkpoint.fixture.ts'
import { prepareCheckpoint, walIn } from './checkpoint.ts'

const MB = 1024 * 1024

test('row 24 the journal stays under 64 MB, even if no thread copies it', () => {
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
