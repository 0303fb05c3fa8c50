import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BlobHash } from '../../../shared/ids.ts'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { Workspace } from '../tools/calling.fixture.ts'
import { openAttachedFiles } from './attached-files.ts'

const HASH = BlobHash.parse('a'.repeat(64))
const bytes = Buffer.from('one\ntwo\n')
let workspace: Workspace

beforeEach(() => {
  workspace = new Workspace()
})
afterEach(() => workspace[Symbol.dispose]())

// covers E-04
test('tools read an attached file without asking, by its own name, outside the data folder', async () => {
  const files = openAttachedFiles(workspace.dataFolder)
  const kept = await files.keep(HASH, 'my notes.txt', bytes)
  if (!kept.ok) throw new Error(kept.error)
  expect(kept.value).toMatch(/data-attached\/a{16}\/my notes\.txt$/)
  expect(readFileSync(kept.value)).toEqual(bytes)
  expect(statSync(kept.value).mode & 0o777).toBe(0o400)
  const answer = await workspace.call('read_file', { path: kept.value })
  expect(answer.text).toContain('two')
  const facts = await workspace.tools.inspect(
    { name: 'read_file', input: { type: 'object', value: { path: kept.value } } },
    { folder: workspace.folder, caller: 'root' },
  )
  expect(facts.check).toMatchObject({ type: 'runnable', reach: 'inside' })
  expect(files.holds(join(workspace.dataFolder, 'phoenix.db'))).toBe(false)
})

test('a folder that was moved away with the data folder in it is not made again', async () => {
  const home = join(workspace.dataFolder, '..', 'home')
  mkdirSync(join(home, 'phoenix'), { recursive: true })
  const files = openAttachedFiles(join(home, 'phoenix'))
  renameSync(home, `${home}-moved`)
  expect((await files.keep(HASH, 'a.txt', bytes)).ok).toBe(false)
  expect(existsSync(home)).toBe(false)
})

test('the same file again has the same place; names cannot point elsewhere', async () => {
  const files = openAttachedFiles(workspace.dataFolder)
  const first = await files.keep(HASH, 'a.txt', bytes)
  expect(await files.keep(HASH, 'a.txt', bytes)).toEqual(first)
  for (const name of ['../../out.txt', '.bashrc', '-rf', 'a:b|c?.txt', `${'é'.repeat(240)}.txt`]) {
    const kept = await files.keep(HASH, name, bytes)
    expect(kept.ok && files.holds(kept.value), name).toBe(true)
  }
})

test('a long name is cut between whole characters', async () => {
  const name = `${'x'.repeat(39)}${'😀'.repeat(100)}${'x'.repeat(15)}.txt`
  const kept = await openAttachedFiles(workspace.dataFolder).keep(HASH, name, bytes)
  expect(kept.ok && kept.value.isWellFormed()).toBe(true)
})

test.for([
  ['full of zeros', Buffer.alloc(bytes.length)],
  ['half full of zeros', Buffer.concat([bytes.subarray(0, 4), Buffer.alloc(bytes.length - 4)])],
  ['cut short', bytes.subarray(0, 4)],
  ['too long', Buffer.concat([bytes, bytes])],
] as const)('a file that a power failure left %s is written again', async ([, left]) => {
  const files = openAttachedFiles(workspace.dataFolder)
  const kept = await files.keep(HASH, 'a.txt', bytes)
  const path = kept.ok ? kept.value : expect.fail(kept.error)
  rmSync(path)
  writeFileSync(path, left)
  expect(await files.keep(HASH, 'a.txt', bytes)).toEqual(kept)
  expect(readFileSync(path)).toEqual(bytes)
})

test('a disk that accepts no writes is reported', async () => {
  writeFileSync(`${workspace.dataFolder}-attached`, 'in the way')
  const files = openAttachedFiles(workspace.dataFolder)
  expect(await files.keep(HASH, 'a.txt', bytes)).toEqual({ ok: false, error: 'io' })
})

test.skipIf(process.platform === 'win32')(
  'a file that cannot be removed now is not gone',
  async () => {
    const files = openAttachedFiles(workspace.dataFolder)
    await files.keep(HASH, 'a.txt', bytes)
    {
      using _ = unreadable(`${workspace.dataFolder}-attached`)
      expect(files.remove(HASH)).toBe(false)
    }
    expect(files.remove(HASH)).toBe(true)
    expect(files.remove(HASH)).toBe(true)
  },
)
