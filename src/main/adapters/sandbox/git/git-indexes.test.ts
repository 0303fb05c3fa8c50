import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../processes/supervisor-fixture.ts'
import { gitlinksIn, namesIn } from './git-index.ts'
import { GitIndexes } from './git-indexes.ts'

const GITLINK = '160000'
const SOME_HASH = '0123456789abcdef0123456789abcdef01234567'

/** A repository whose index, written by git, has these entries. */
function lay(folder: string, entries: readonly (readonly [mode: string, path: string])[]): string {
  const git = (args: readonly string[], input = ''): void =>
    void execFileSync('git', args, { cwd: folder, input })
  git(['init', '-q', '.'])
  const lines = entries.map(([mode, path]) => `${mode} ${SOME_HASH}\t${path}\n`)
  git(['update-index', '--index-info'], lines.join(''))
  return join(folder, '.git', 'index')
}

function indexed(folder: string, ...version: readonly string[]): void {
  execFileSync('git', ['update-index', ...version], { cwd: folder })
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
    expect(gitlinksIn(index, 20)).toEqual({ links, hasNameless: false })
    expect(new Set(namesIn(index, 20))).toEqual(new Set([...files, ...links, `${long}/z`]))
    expect(namesIn(index.subarray(0, -5_000), 20).length).toBeGreaterThan(10)
    expect(namesIn(index.subarray(4), 20)).toEqual([])
  })
})

describe('the cached content of an index', () => {
  test('changes with it at once, whatever a program does to its times', () => {
    using folder = temporaryFolder()
    const path = lay(folder.path, [[GITLINK, 'aaa']])
    const indexes = new GitIndexes()
    for (let round = 0; round < 50; round++) {
      expect(indexes.nestedIn(path, 20)?.links).toEqual(['aaa'])
      rename(path, 'aaa', 'bbb')
      expect(indexes.nestedIn(path, 20)?.links).toEqual(['bbb'])
      rename(path, 'bbb', 'aaa')
    }
  })

  test('is kept while it is unchanged, and no longer', () => {
    using folder = temporaryFolder()
    const path = lay(folder.path, [[GITLINK, 'aaa']])
    // All changes so far were long ago.
    const indexes = new GitIndexes(() => Date.now() + 60_000)
    const first = indexes.nestedIn(path, 20)
    expect(indexes.nestedIn(path, 20)).toBe(first)
    const { ctimeNs } = lstatSync(path, { bigint: true })
    do rename(path, 'aaa', 'bbb')
    while (lstatSync(path, { bigint: true }).ctimeNs === ctimeNs)
    expect(indexes.nestedIn(path, 20)?.links).toEqual(['bbb'])
  })
})
