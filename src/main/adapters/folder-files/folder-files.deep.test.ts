import { expect, test } from 'vitest'
import { matchPaths } from './match-paths.ts'

test('a hundred thousand paths are searched piece by piece, and a newer search ends it', async () => {
  const paths = Array.from({ length: 100_000 }, (_, n) => `src/part-${n % 100}/file-${n}.ts`)
  let pauses = 0
  const stop = new AbortController()
  const pause = (): Promise<void> => {
    pauses += 1
    if (pauses === 250) stop.abort()
    return Promise.resolve()
  }
  const options = { most: 3, signal: stop.signal, pause }
  expect((await matchPaths('file-99999', paths, options))?.[0]).toBe('src/part-99/file-99999.ts')
  expect(pauses).toBeGreaterThan(190)
  expect(await matchPaths('file', paths, options)).toBeNull()
})
