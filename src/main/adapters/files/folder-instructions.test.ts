import { execFileSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInstructionsPort, nestedInstructions } from './folder-instructions.ts'

const MAX = 64 * 1024

let base = ''
let folder = ''
let home = ''

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-instructions-')))
  folder = join(base, 'work')
  home = join(base, 'home')
  for (const each of [folder, join(base, 'data'), join(base, 'outside')]) mkdirSync(each)
})

afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content)
}

/** The text that is read. */
function read(dataFolder = join(base, 'data')): string | null {
  const [found = null] = createInstructionsPort({ home, dataFolder }).read(folder).files
  if (found === null) return null
  return `${found.name}: ${Buffer.from(found.text).toString()}${found.isCut ? ' …' : ''}`
}

/** The file that was skipped, and why. */
function fault(): string | null {
  const passed = createInstructionsPort({ home, dataFolder: join(base, 'data') }).read(folder).fault
  return passed === null ? null : `${passed.name}: ${passed.why}`
}

test('an existing but unused file is reported with the reason; a missing or blank one is not', () => {
  const path = join(folder, 'AGENTS.md')
  expect(fault()).toBe(null)
  write('AGENTS.md', ' \n')
  expect(fault()).toBe(null)
  write('AGENTS.md', Buffer.from('Use tabs.', 'utf16le'))
  expect(fault()).toBe('AGENTS.md: notText')
  write('CLAUDE.md', 'Use spaces.')
  expect([fault(), read()]).toEqual(['AGENTS.md: notText', 'CLAUDE.md: Use spaces.'])
  rmSync(path)
  mkdirSync(path)
  expect(fault()).toBe('AGENTS.md: notReadable')
  rmSync(path, { recursive: true })
  symlinkSync('nowhere', path)
  expect(fault()).toBe('AGENTS.md: notReadable')
  rmSync(path)
  writeFileSync(join(base, 'outside/guide.md'), 'Obey.')
  symlinkSync('../outside/guide.md', path)
  expect(fault()).toBe('AGENTS.md: leadsOut')
  rmSync(path)
  write('AGENTS.md', 'Use tabs.')
  write('CLAUDE.md', Buffer.from([0xff, 0xfe]))
  expect(fault()).toBe(null)
})

test('AGENTS.md is read, else CLAUDE.md, else nothing; each time as it is now', () => {
  expect(read()).toBe(null)
  write('CLAUDE.md', 'Use spaces.')
  expect(read()).toBe('CLAUDE.md: Use spaces.')
  write('AGENTS.md', 'Use tabs.')
  expect(read()).toBe('AGENTS.md: Use tabs.')
  rmSync(join(folder, 'AGENTS.md'))
  expect(read()).toBe('CLAUDE.md: Use spaces.')
  rmSync(folder, { recursive: true })
  expect(read()).toBe(null)
})

test('a file that is empty or not a regular file is replaced by the other name and blocks nothing', async () => {
  write('CLAUDE.md', 'Use spaces.')
  const path = join(folder, 'AGENTS.md')
  execFileSync('mkfifo', [path])
  expect(read()).toBe('CLAUDE.md: Use spaces.')
  rmSync(path)
  mkdirSync(path)
  expect(read()).toBe('CLAUDE.md: Use spaces.')
  rmSync(path, { recursive: true })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  expect(read()).toBe('CLAUDE.md: Use spaces.')
  await new Promise((resolve) => server.close(resolve))
  write('AGENTS.md', ' \n\t\n')
  expect(read()).toBe('CLAUDE.md: Use spaces.')
})

test('a link is followed within the folder', () => {
  write('AGENTS.md', 'Use tabs.')
  symlinkSync('AGENTS.md', join(folder, 'CLAUDE.md'))
  expect(read()).toBe('AGENTS.md: Use tabs.')
  rmSync(join(folder, 'AGENTS.md'))
  expect(read()).toBe(null)
  mkdirSync(join(folder, 'docs'))
  write('docs/guide.md', 'Use both.')
  symlinkSync('docs/guide.md', join(folder, 'AGENTS.md'))
  expect(read()).toBe('AGENTS.md: Use both.')
})

test.each([
  ['out of the folder', '../outside/guide.md'],
  ['to a device', '/dev/zero'],
  ['to a terminal', '/dev/tty'],
  ['form a loop', 'AGENTS.md'],
  ['to what holds secrets', '.env'],
  ['to what processes show', '/proc/self/environ'],
])('a link that leads %s gives no instructions', (_where, target) => {
  writeFileSync(join(base, 'outside/guide.md'), 'Obey.')
  write('.env', 'KEY=secret')
  symlinkSync(target, join(folder, 'AGENTS.md'))
  expect(read()).toBe(null)
})

test('Phoenix’s own data is never read, even where the folder contains it', () => {
  mkdirSync(join(folder, 'data'))
  write('data/settings.json', '{}')
  symlinkSync('data/settings.json', join(folder, 'AGENTS.md'))
  expect(read(join(folder, 'data'))).toBe(null)
})

test('text that is not UTF-8 is ignored; a byte order mark is not part of the text', () => {
  for (const bytes of [
    [0xff, 0xfe, 0x41, 0],
    [0x41, 0xe9, 0x42],
    [0x41, 0, 0x42],
  ]) {
    write('AGENTS.md', Buffer.from(bytes))
    expect(read()).toBe(null)
  }
  write('AGENTS.md', Buffer.from([0xef, 0xbb, 0xbf, 0x41]))
  expect(read()).toBe('AGENTS.md: A')
  write('AGENTS.md', Buffer.from([0x41, 0xc3]))
  expect(read()).toBe(null)
})

test('at most 64 KB are read, in whole characters', () => {
  write('AGENTS.md', 'a'.repeat(MAX))
  expect(read()).toBe(`AGENTS.md: ${'a'.repeat(MAX)}`)
  for (const [length, character] of [
    [1, 'é'],
    [2, '語'],
    [3, '🪶'],
  ] as const) {
    write('AGENTS.md', `${'a'.repeat(MAX - length)}${character}rest`)
    expect(read()).toBe(`AGENTS.md: ${'a'.repeat(MAX - length)} …`)
  }
})

test('of a file of 2 GB the beginning is read, at once', () => {
  const file = openSync(join(folder, 'AGENTS.md'), 'w')
  writeSync(file, 'a'.repeat(MAX + 1))
  ftruncateSync(file, 2 * 1024 ** 3)
  closeSync(file)
  expect(read()).toBe(`AGENTS.md: ${'a'.repeat(MAX)} …`)
})

/** Everything that is read for a folder, each with its displayed path. */
function readAll(of = folder): readonly string[] {
  const { files } = createInstructionsPort({ home, dataFolder: join(base, 'data') }).read(of)
  return files.map(({ isCut, name, path = name, text }) => {
    const words = text.length > 100 ? `${text.length} bytes` : Buffer.from(text).toString()
    return `${path}: ${words}${isCut ? ' …' : ''}`
  })
}

function lay(path: string, content: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), content)
}

test('the person’s own file comes first, then the parents down from the root of the repository, then the folder', () => {
  const inner = join(folder, 'packages/a')
  lay('AGENTS.md', 'Above the repository.')
  lay('work/AGENTS.md', 'Root.')
  lay('work/packages/CLAUDE.md', 'Packages.')
  lay('work/packages/a/AGENTS.md', 'Folder.')
  lay('home/.codex/AGENTS.md', 'Mine.')
  expect(readAll(inner)).toEqual(['~/.codex/AGENTS.md: Mine.', 'AGENTS.md: Folder.'])
  mkdirSync(join(folder, '.git'))
  expect(readAll(inner)).toEqual([
    '~/.codex/AGENTS.md: Mine.',
    '../../AGENTS.md: Root.',
    '../CLAUDE.md: Packages.',
    'AGENTS.md: Folder.',
  ])
})

test('without the others, .claude/CLAUDE.md of a folder, of its parents and of nested folders counts', () => {
  mkdirSync(join(folder, '.git'))
  lay('work/.claude/CLAUDE.md', 'Root.')
  lay('work/a/.claude/CLAUDE.md', 'Folder.')
  lay('work/a/b/.claude/CLAUDE.md', 'Nested.')
  const inner = join(folder, 'a')
  expect(readAll(inner)).toEqual(['../.claude/CLAUDE.md: Root.', '.claude/CLAUDE.md: Folder.'])
  const nested = nestedInstructions(inner, join(inner, 'b/c.ts'), join(base, 'data'))
  expect(nested.map(({ path }) => path)).toEqual(['b/.claude/CLAUDE.md'])
  lay('work/a/AGENTS.md', 'First.')
  expect(readAll(inner).at(-1)).toBe('AGENTS.md: First.')
  lay('home/.claude/CLAUDE.md', 'Mine.')
  expect(readAll(home)).toEqual(['~/.claude/CLAUDE.md: Mine.'])
})

test('of the usual places for the person’s own instructions, the first with any text is used', () => {
  const places = ['.claude/CLAUDE.md', '.config/opencode/AGENTS.md', '.codex/AGENTS.md']
  for (const place of [...places, '.config/agents/AGENTS.md']) {
    lay(`home/${place}`, `In ${place}`)
    expect(readAll()).toEqual([`~/${place}: In ${place}`])
  }
  lay('home/.config/agents/AGENTS.md', ' \n')
  expect(readAll()).toEqual(['~/.codex/AGENTS.md: In .codex/AGENTS.md'])
})

test('a person’s own link may lead anywhere in the home except to secrets; a parent’s link stays in the repository', () => {
  lay('home/dotfiles/agents.md', 'Mine.')
  lay('home/.ssh/key', 'secret')
  mkdirSync(join(home, '.codex'))
  symlinkSync('../dotfiles/agents.md', join(home, '.codex/AGENTS.md'))
  expect(readAll()).toEqual(['~/.codex/AGENTS.md: Mine.'])
  rmSync(join(home, '.codex/AGENTS.md'))
  symlinkSync('../.ssh/key', join(home, '.codex/AGENTS.md'))
  expect(readAll()).toEqual([])
  lay('outside/guide.md', 'Obey.')
  mkdirSync(join(folder, '.git'))
  mkdirSync(join(folder, 'inner'))
  symlinkSync('../outside/guide.md', join(folder, 'AGENTS.md'))
  expect(readAll(join(folder, 'inner'))).toEqual([])
})

test('files other than the folder’s own are limited to 64 KB together, the nearest first', () => {
  mkdirSync(join(folder, '.git'))
  lay('work/AGENTS.md', 'r'.repeat(40_000))
  lay('work/a/AGENTS.md', 'a'.repeat(60_000))
  lay('work/a/b/AGENTS.md', 'b'.repeat(10_000_000))
  lay('home/.codex/AGENTS.md', 'Mine.')
  expect(readAll(join(folder, 'a/b'))).toEqual([
    '../../AGENTS.md: 5536 bytes …',
    '../AGENTS.md: 60000 bytes',
    'AGENTS.md: 65536 bytes …',
  ])
})

test('a parent folder of another user is ignored, whatever its name', () => {
  // The root folder belongs to the system.
  expect(lstatSync('/').uid).toBe(0)
  const { uid } = lstatSync(folder)
  if (uid === 0) chownSync(folder, 12_345, 12_345)
  mkdirSync(join(folder, '.git'))
  lay('work/AGENTS.md', 'Obey.')
  mkdirSync(join(folder, 'inner'))
  expect(readAll(join(folder, 'inner'))).toEqual(uid === 0 ? [] : ['../AGENTS.md: Obey.'])
})

test('nested files are those between the folder and the file a tool touches', () => {
  lay('work/AGENTS.md', 'Folder.')
  lay('work/a/AGENTS.md', 'A.')
  lay('work/a/b/c/CLAUDE.md', 'n'.repeat(20_000))
  lay('work/a/other/AGENTS.md', 'Other.')
  const nested = (touched: string): readonly string[] =>
    nestedInstructions(folder, join(base, touched), join(base, 'data')).map(
      ({ path, text, isCut }) => `${path}: ${text.length}${isCut ? ' …' : ''}`,
    )
  expect(nested('work/a/b/c/d.ts')).toEqual(['a/AGENTS.md: 2', 'a/b/c/CLAUDE.md: 16384 …'])
  expect(nested('work/x.ts')).toEqual([])
  expect(nested('outside/guide.md')).toEqual([])
  rmSync(join(folder, 'a/AGENTS.md'))
  execFileSync('mkfifo', [join(folder, 'a/AGENTS.md')])
  symlinkSync('../../outside/guide.md', join(folder, 'a/CLAUDE.md'))
  expect(nested('work/a/x.ts')).toEqual([])
})
