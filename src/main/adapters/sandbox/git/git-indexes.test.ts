import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../processes/supervisor-fixture.ts'
import { IndexNames, nestedOf } from './git-index.ts'
import { GitIndexes } from './git-indexes.ts'
import { GITLINK, PIECE_BYTES, lay } from './git-indexes.fixture.ts'

function indexed(folder: string, ...version: readonly string[]): void {
  execFileSync('git', ['update-index', ...version], { cwd: folder })
}

function ofAll(): IndexNames {
  return new IndexNames(20, () => true)
}

/** What it finds in pieces of this size. */
function taken(index: Buffer, names: IndexNames, size = index.length): readonly string[] {
  for (let at = 0; at < index.length; at += size)
    if (!names.take(index.subarray(at, at + size))) break
  return names.all
}

/** The same file, size and modification time, with another name in it. */
function rename(path: string, from: string, to: string): void {
  const { atime, mtime } = lstatSync(path)
  const index = readFileSync(path)
  index.write(to, index.indexOf(from))
  writeFileSync(path, index)
  utimesSync(path, atime, mtime)
}

describe.each(['2', '4'])('an index of version %s', (version) => {
  test('gives its names and nested repositories, however long they are', () => {
    using folder = temporaryFolder()
    const long = Array.from({ length: 30 }, (_, at) => `${at}`.padEnd(200, 'x')).join('/')
    const files = Array.from({ length: 300 }, (_, at) => `d${at % 7}/file ${at}`)
    const path = lay(folder.path, [
      ...files.map((name) => ['100644', name] as const),
      [GITLINK, 'a/b/nested'],
      [GITLINK, `${long}/nested`],
      ['100644', `${long}/z`],
      [GITLINK, 'zz'],
    ])
    indexed(folder.path, '--index-version', version)
    const index = readFileSync(path)
    expect(index.readUInt32BE(4)).toBe(Number(version))
    const links = [`${long}/nested`, 'a/b/nested', 'zz']
    const nested = { links, hasNameless: false }
    expect(nestedOf(taken(index, IndexNames.nested(20)))).toEqual(nested)
    expect(nestedOf(taken(index, IndexNames.nested(20), 7))).toEqual(nested)
    expect(new Set(taken(index, ofAll()))).toEqual(new Set([...files, ...links, `${long}/z`]))
    expect(taken(index.subarray(0, -5_000), ofAll()).length).toBeGreaterThan(10)
    expect(taken(index.subarray(4), ofAll())).toEqual([])
  })
})

test.each(['2', '4'])(
  'an index of version %s whose names would fill the memory is not read',
  (version) => {
    const index = Buffer.alloc(4 * 1024 * 1024, 'a')
    index.write('DIRC')
    index.writeUInt32BE(Number(version), 4)
    index.writeUInt32BE(1, 8)
    // A name as long as a name can be, without an end.
    index.writeUInt16BE(0xfff, 12 + 60)
    expect(() => taken(index, ofAll(), PIECE_BYTES)).toThrow('too long')
  },
)

describe('the cached content of an index', () => {
  test('changes with it at once, whatever a program does to its times', async () => {
    using folder = temporaryFolder()
    const path = lay(folder.path, [[GITLINK, 'aaa']])
    const indexes = new GitIndexes()
    for (let round = 0; round < 50; round++) {
      expect((await indexes.nestedIn(path, 20))?.links).toEqual(['aaa'])
      rename(path, 'aaa', 'bbb')
      expect((await indexes.nestedIn(path, 20))?.links).toEqual(['bbb'])
      rename(path, 'bbb', 'aaa')
    }
  })

  test('is kept while it is unchanged, and no longer', async () => {
    using folder = temporaryFolder()
    const path = lay(folder.path, [[GITLINK, 'aaa']])
    // All changes so far were long ago.
    const indexes = new GitIndexes(() => Date.now() + 60_000)
    const first = await indexes.nestedIn(path, 20)
    expect(await indexes.nestedIn(path, 20)).toBe(first)
    const { ctimeNs } = lstatSync(path, { bigint: true })
    do rename(path, 'aaa', 'bbb')
    while (lstatSync(path, { bigint: true }).ctimeNs === ctimeNs)
    expect((await indexes.nestedIn(path, 20))?.links).toEqual(['bbb'])
  })
})
