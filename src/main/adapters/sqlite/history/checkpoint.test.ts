import { onTestFinished, expect, test } from 'vitest'
import { createSearch } from '../search/search-port.ts'
import { freshFile, opened } from '../temporary.fixture.ts'
import { write, waiting } from './checkpoint.fixture.ts'
import { walIn } from './checkpoint.ts'
import { threadSource } from '../../system/thread-source.fixture.ts'

const WORKER = threadSource('../search/search-worker.ts', import.meta.url)

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
