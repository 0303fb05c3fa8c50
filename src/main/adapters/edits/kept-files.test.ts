import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { openKeptFiles } from './kept-files.ts'

const large = (letter: string): Buffer => Buffer.from(letter.repeat(400))

test('R27 the stored files have a limit: the oldest is removed first, and its undo is refused with a sentence', async () => {
  using folder = temporaryFolder()
  const kept = openKeptFiles(folder.path, 1_000)
  const [first] = await hashesOf(kept, large('a'))
  const [second] = await hashesOf(kept, large('b'))
  // Content that is kept again counts as new.
  await hashesOf(kept, large('a'))
  await hashesOf(kept, large('c'))
  expect([first, second].map((hash) => hash !== undefined && kept.sizeOf(hash))).toEqual([
    ok(400),
    ok(null),
  ])
  const files = readdirSync(join(folder.path, 'undo'), { recursive: true, withFileTypes: true })
  expect(files.filter((each) => each.isFile())).toHaveLength(2)
  // The limit also applies to what an earlier run of Phoenix has left.
  const later = openKeptFiles(folder.path, 1_000)
  await hashesOf(later, large('d'), large('e'))
  expect(first !== undefined && later.sizeOf(first)).toEqual(ok(null))
  expect(await later.keepAll([Buffer.alloc(1_001)])).toEqual({
    ok: false,
    error: 'they hold 1 MB, and Phoenix keeps 1 MB for undo',
  })
})

test('a large file is read in pieces: other work runs in between', async () => {
  using folder = temporaryFolder()
  const kept = openKeptFiles(folder.path)
  const bytes = Buffer.alloc(8 * 1024 * 1024, 'words and ')
  const [hash] = await hashesOf(kept, bytes)
  if (hash === undefined) throw new Error('not kept')
  const end = new AbortController()
  const reading = kept.read(hash).finally(() => end.abort())
  let turns = 0
  for (; !end.signal.aborted; turns++) await turn()
  expect(turns).toBeGreaterThanOrEqual(8)
  const read = await reading
  // `toEqual` looks at bytes one by one.
  expect(read.ok && read.value !== null && bytes.equals(read.value)).toBe(true)
})

async function hashesOf(
  kept: ReturnType<typeof openKeptFiles>,
  ...contents: readonly Buffer[]
): Promise<readonly Parameters<typeof kept.sizeOf>[0][]> {
  const hashes = await kept.keepAll(contents)
  if (!hashes.ok) throw new Error(hashes.error)
  return hashes.value
}
