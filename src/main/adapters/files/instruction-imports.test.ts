import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readInstructions } from './instruction-imports.ts'

let base = ''
let folder = ''
let home = ''

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-imports-')))
  folder = join(base, 'work')
  home = join(base, 'home')
  for (const each of [folder, home, join(base, 'data')]) mkdirSync(each)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function write(path: string, text: string | Uint8Array): void {
  const file = join(base, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function read(at = folder): { readonly files: readonly string[]; readonly fault: string | null } {
  const { fault, files } = readInstructions({ home, dataFolder: join(base, 'data') }).read(at)
  return {
    files: files.map(({ name, path = name }) => path),
    fault: fault === null ? null : `${fault.path ?? fault.name}: ${fault.why}`,
  }
}

test('imports of a file come before it, with their own text', () => {
  write('work/CLAUDE.md', 'See @docs/style.md, and ask @nobody.')
  write('work/docs/style.md', 'Two spaces. @../tests.md')
  write('work/tests.md', 'Run them.')
  expect(read()).toEqual({ files: ['tests.md', 'docs/style.md', 'CLAUDE.md'], fault: null })
  const { files } = readInstructions({ home, dataFolder: join(base, 'data') }).read(folder)
  expect(files.map(({ text }) => Buffer.from(text).toString())[1]).toBe('Two spaces. @../tests.md')
})

test('circles end, and a file imported twice is read once', () => {
  write('work/AGENTS.md', '@a.md @b.md @AGENTS.md')
  write('work/a.md', '@b.md')
  write('work/b.md', '@a.md @c.md')
  write('work/c.md', 'end')
  expect(read()).toEqual({ files: ['c.md', 'b.md', 'a.md', 'AGENTS.md'], fault: null })
})

test('five deep, and no deeper', () => {
  write('work/AGENTS.md', '@1.md')
  for (let n = 1; n <= 8; n += 1) write(`work/${n}.md`, `@${n + 1}.md`)
  expect(read().files).toEqual(['5.md', '4.md', '3.md', '2.md', '1.md', 'AGENTS.md'])
})

test.each([
  ['a file outside', '@../outside.md'],
  ['an absolute path', '@ABSOLUTE'],
  ['a link out', '@link.md'],
  ['a secret', '@.env'],
  ['a secret of the home', '@~/.ssh/id_rsa'],
  ['something else of the home', '@~/notes.md'],
  ['what is no text of a place of a person', '@~/.codex/auth.json'],
  ["Phoenix's own data", '@../data/x.md'],
])('%s is not read, and the thread says so', (_what, text) => {
  for (const path of [
    'outside.md',
    'data/x.md',
    'work/.env',
    'home/.ssh/id_rsa',
    'home/notes.md',
    'home/.codex/auth.json',
  ])
    write(path, 'secret')
  symlinkSync(join(base, 'outside.md'), join(folder, 'link.md'))
  write('work/CLAUDE.md', text.replace('ABSOLUTE', join(base, 'outside.md')))
  const found = read()
  expect(found.files).toEqual(['CLAUDE.md'])
  expect(found.fault).toContain('importLeadsOut')
})

test("a folder may import instructions from a person's own place; a person's own file may import from the home", () => {
  write('home/.claude/work.md', 'Mine.')
  write('home/notes.md', 'My notes.')
  write('home/.claude/CLAUDE.md', '@~/notes.md @../.env @../../outside.md')
  write('home/.env', 'KEY=1')
  write('outside.md', 'x')
  write('work/CLAUDE.md', '@~/.claude/work.md')
  expect(read()).toEqual({
    files: ['~/notes.md', '~/.claude/CLAUDE.md', '~/.claude/work.md', 'CLAUDE.md'],
    fault: '~/.env: importLeadsOut',
  })
})

test('in a repository, a file may import from anywhere in it', () => {
  execFileSync('git', ['init', '-q', folder])
  write('work/shared.md', 'For all.')
  write('work/part/AGENTS.md', '@../shared.md')
  expect(read(join(folder, 'part')).files).toEqual(['../shared.md', 'AGENTS.md'])
})

test('imports take 64 KB together, and the last one is cut', () => {
  write('work/AGENTS.md', '@a.md @b.md @c.md')
  for (const name of ['a', 'b', 'c']) write(`work/${name}.md`, name.repeat(40_000))
  const { files } = readInstructions({ home, dataFolder: join(base, 'data') }).read(folder)
  expect(files.map(({ isCut, text }) => [text.length, isCut])).toEqual([
    [40_000, false],
    [65_536 - 40_000, true],
    [17, false],
  ])
})

test('a pipe, a folder and a file that is not text are skipped', () => {
  execFileSync('mkfifo', [join(folder, 'pipe.md')])
  mkdirSync(join(folder, 'sub'))
  write('work/bytes.md', Buffer.from([0xff, 0xfe, 0]))
  write('work/AGENTS.md', '@sub @bytes.md @pipe.md')
  expect(read()).toEqual({ files: ['AGENTS.md'], fault: 'bytes.md: notText' })
})
