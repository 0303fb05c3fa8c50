import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FolderFilesPort } from '../../runtime/ports/folder-files-port.ts'
import { NEVER } from '../system/within.ts'
import { ok } from '../../../shared/result.ts'
import { createFolderFiles } from './folder-files.ts'

let base: string

let folder: string

let files: FolderFilesPort

let time = 0

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-files-')))
  folder = join(base, 'work')
  const dataFolder = join(base, 'data')
  mkdirSync(dataFolder)
  for (const path of ['src/app.ts', 'src/parts/composer.ts', 'dist/app.js', 'notes.md', '.env'])
    write(path, path)
  write('.gitignore', 'dist\n')
  execFileSync('git', ['init', '-q'], { cwd: folder })
  files = createFolderFiles({ home: base, dataFolder, commands: async () => [] }, () => time)
})

afterEach(() => rmSync(base, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function found(text: string): Promise<readonly string[]> {
  const answer = await files.find(folder, text, NEVER)
  if (!answer.ok) throw new Error(answer.error)
  return answer.value?.paths ?? []
}

test('files and folders that git does not ignore are found by their letters, best first', async () => {
  expect(await found('app')).toEqual(['src/app.ts'])
  expect((await found('comp'))[0]).toBe('src/parts/composer.ts')
  expect(await found('parts/')).toEqual(['src/parts/', 'src/parts/composer.ts'])
  expect(await found('')).toEqual(expect.arrayContaining(['src/', 'notes.md', '.env']))
  expect(await found('HEAD')).toEqual([])
})

test('a list is reused while a person types, and rebuilt a little later', async () => {
  await found('new')
  write('new.ts', '')
  expect(await found('new')).toEqual([])
  time += 6_000
  expect(await found('new')).toEqual(['new.ts'])
})

test('why a folder cannot be listed is said until it can, and a stopped search finds nothing', async () => {
  const away = join(base, 'away')
  renameSync(folder, away)
  const why = /^The folder of this conversation, .*, cannot be used: it does not exist\./
  const error: unknown = expect.stringMatching(why)
  expect(await files.find(folder, '', NEVER)).toEqual({ ok: false, error })
  expect(await files.list(folder, '')).toEqual({ ok: false, error })
  renameSync(away, folder)
  expect(await found('notes')).toEqual(['notes.md'])
  expect(await files.find(folder, '', AbortSignal.abort())).toEqual({ ok: true, value: null })
})

// Root may read everything, so the tests could not fail.
if (process.getuid?.() !== 0) {
  test.runIf(process.platform !== 'win32').for([0o000, 0o300, 0o400])(
    'a folder that this account may not read is not shown as empty (%i)',
    async (mode) => {
      using _ = withMode(folder, mode)
      expect(await files.list(folder, '')).toEqual({
        ok: false,
        error: 'The folder cannot be searched: this account has no permission.',
      })
    },
  )

  test.runIf(process.platform !== 'win32')(
    'a list is not said to be whole if a folder in it cannot be read',
    async () => {
      expect(await files.list(folder, '')).toMatchObject({ value: { isCut: false } })
      time += 6_000
      using _ = withMode(join(folder, 'src'), 0)
      const listed = await files.list(folder, '')
      expect(listed).toMatchObject({ value: { isCut: true } })
      expect(await files.find(folder, 'notes', NEVER)).toEqual(
        ok({ paths: ['notes.md'], isCut: true }),
      )
    },
  )
}

function withMode(path: string, mode: number): Disposable {
  chmodSync(path, mode)
  return { [Symbol.dispose]: () => chmodSync(path, 0o700) }
}

test('only a small file of the folder is read', async () => {
  const real = join(folder, 'src/app.ts')
  const bytes = Buffer.from('src/app.ts')
  expect(await files.read(folder, 'src/app.ts', 100)).toEqual({
    path: real,
    name: 'src/app.ts',
    bytes,
  })
  writeFileSync(join(base, 'outside'), 'secret')
  symlinkSync(join(base, 'outside'), join(folder, 'link'))
  write('empty', '')
  for (const path of ['../outside', 'link', '.env', 'empty', 'src', 'gone'])
    expect(await files.read(folder, path, 100)).toBeNull()
  expect(await files.read(folder, 'src/app.ts', 5)).toBeNull()
})

test('a path that a message names is a file, a folder, missing, or out of the folder, where nobody looks', async () => {
  write('../outside.ts', 'x')
  symlinkSync(join(base, 'outside.ts'), join(folder, 'link.ts'))
  const paths = ['src/app.ts', 'src', 'src/', 'dist/app.js', 'src/app.js', 'src/app.ts/x', '']
  const kinds = await Promise.all(paths.map((path) => files.kindOf(folder, path)))
  expect(kinds).toEqual(['file', 'folder', 'folder', 'file', 'missing', 'missing', 'missing'])
  const away = ['../outside.ts', 'link.ts', '~/gone.ts', join(base, 'outside.ts')]
  const others = await Promise.all(away.map((path) => files.kindOf(folder, path)))
  expect(others).toEqual(away.map(() => 'outside'))
  expect(await files.kindOf(folder, '../data/secret')).toBe('missing')
})
