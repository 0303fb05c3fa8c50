import { lstatSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../processes/supervisor-fixture.ts'
import { GitIndexes } from './git-indexes.ts'
import { GITLINK, PIECE_BYTES, lay } from './git-indexes.fixture.ts'

test('an index of many megabytes holds the loop for no longer than a piece of it takes', async () => {
  using folder = temporaryFolder()
  const files = Array.from({ length: 60_000 }, (_, at) => `${'a folder/'.repeat(8)}${at}`)
  const path = lay(folder.path, [
    ...files.map((name) => ['100644', name] as const),
    [GITLINK, 'zz'],
  ])
  let turns = 0
  const count = (): void => void (turns++, (turning = setImmediate(count)))
  let turning = setImmediate(count)
  const nested = await new GitIndexes().nestedIn(path, 20)
  clearImmediate(turning)
  expect(nested?.links).toEqual(['zz'])
  expect(turns).toBeGreaterThan(lstatSync(path).size / PIECE_BYTES)
})
