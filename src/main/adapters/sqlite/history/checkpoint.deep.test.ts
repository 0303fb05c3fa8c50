import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFile, opened } from '../temporary.fixture.ts'
import { write } from './checkpoint.fixture.ts'

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
