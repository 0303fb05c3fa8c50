import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aliveWith, hasProc, until } from '../processes/supervisor-fixture.ts'
import { Desk, type Said } from './calling.fixture.ts'

let desk: Desk
beforeEach(() => {
  desk = new Desk()
})
afterEach(() => {
  desk[Symbol.dispose]()
})

const isPosix = process.platform !== 'win32'

function search(keywords: readonly string[], given: Record<string, unknown> = {}): Promise<Said> {
  return desk.call('keyword_search', { keywords, ...given })
}

/** The files that a result names, in its order. */
function filesIn({ text }: Said): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !/^ |^\[/.test(line))
    .map((line) => line.replace(/ \(.*/, ''))
}

test('files that hold more of the different keywords come first, with their lines', async () => {
  desk.write('a.ts', 'lock\nlock\nlock\nlock\n')
  desk.write('src/b.ts', 'the Lock of\n  the DATABASE\n')
  desk.write('c.ts', 'nothing\n')
  expect(await search(['lock', 'database'])).toEqual({
    outcome: 'ok',
    summary: '2 files',
    text: [
      'src/b.ts (2 of 2 keywords, 2 lines)',
      '  1: the Lock of',
      '  2: the DATABASE',
      'a.ts (1 of 2 keywords, 4 lines)',
      '  1: lock',
      '  2: lock',
      '  3: lock',
      '  4: lock',
      '[2 files in all]',
    ].join('\n'),
  })
})

test('what git ignores, git itself, binaries and secrets are passed over; hidden files are not', async () => {
  execFileSync('git', ['init', '-q'], { cwd: desk.folder })
  desk.write('.gitignore', 'dist/\n')
  for (const name of [
    'dist/a',
    '.git/x',
    '.env',
    '.env.local',
    'key.PEM',
    'sub/.npmrc',
    '.ssh/known',
  ]) {
    desk.write(name, 'needle\n')
  }
  desk.write('.github/ci.yml', 'needle\n')
  desk.write('kept.txt', 'needle\n')
  desk.write('bin', Buffer.from('needle\0needle\n'))
  expect(filesIn(await search(['needle']))).toEqual(['.github/ci.yml', 'kept.txt'])
  expect(filesIn(await search(['needle'], { glob: '*' }))).not.toContain('.env')
  expect((await search(['needle'], { path: '.env' })).text).toContain('.env (1 line)')
})

test('what git ignores stays passed over, whatever a glob fits', async () => {
  execFileSync('git', ['init', '-q'], { cwd: desk.folder })
  desk.write('.gitignore', 'node_modules/\n*.log\n!kept.log\n')
  for (const name of ['node_modules/x/a.js', 'src/node_modules/[y]/b.js', 'src/c.log']) {
    desk.write(name, 'needle\n')
  }
  for (const name of ['src/d.js', 'src/kept.log', 'e.js']) desk.write(name, 'needle\n')
  const searched = async (given: Record<string, unknown>): Promise<readonly string[]> =>
    filesIn(await search(['needle'], given)).toSorted()
  expect(await searched({ glob: '**' })).toEqual(['e.js', 'src/d.js', 'src/kept.log'])
  expect(await searched({ glob: 'src/**' })).toEqual(['src/d.js', 'src/kept.log'])
  expect(await searched({ glob: '*.log' })).toEqual(['src/kept.log'])
  expect(await searched({ glob: '**/*.js', path: 'src' })).toEqual(['src/d.js'])
  expect(await searched({ glob: '!*.js' })).toEqual(['src/kept.log'])
  for (let file = 0; file < 600; file++) desk.write(`src/${file}.log`, 'needle\n')
  expect(await searched({ glob: '*.log' })).toEqual(['src/kept.log'])
  for (let file = 0; file < 20; file++)
    desk.write(`node_modules/large/${file}`, `needle ${'y'.repeat(300)}\n`.repeat(200))
  expect((await search(['needle'], { glob: '**' })).text).toMatch(/\n\[3 files in all\]$/)
})

test('path and glob narrow it down; a keyword is plain text unless it is a regex', async () => {
  desk.write('src/a.ts', 'f(x)\nfox\n')
  desk.write('src/b.md', 'f(x)\n')
  expect(filesIn(await search(['f(x)'], { glob: '*.ts' }))).toEqual(['src/a.ts'])
  expect(filesIn(await search(['f(x)'], { path: 'src', glob: '!*.ts' }))).toEqual(['src/b.md'])
  expect((await search(['f.x', 'F\\('], { regex: true, path: 'src/a.ts' })).text).toBe(
    'src/a.ts (2 of 2 keywords, 2 lines)\n  1: f(x)\n  2: fox\n[1 file in all]',
  )
  expect((await search(['FOX'], { caseSensitive: true })).text).toContain('no file in the folder')
})

test('keywords that look like options, globs or commands are keywords', async () => {
  desk.write('a', '--pre=touch /tmp/x\n$(id) `id` *\n')
  for (const word of ['--pre=touch', '-e', '$(id)', '`id`', '*', '--']) {
    const { outcome, text } = await search([word])
    expect([word, outcome]).toEqual([word, 'ok'])
    if (word !== '-e') expect(text).toContain('a (1 line)')
  }
})

test('nothing of the folder steers the search: no configuration, no link that is followed', async () => {
  writeFileSync(join(desk.outside, 'far'), 'needle\n')
  desk.write('.ripgreprc', '--files-without-match\n')
  desk.write('near', 'needle\n')
  if (isPosix) symlinkSync(desk.outside, join(desk.folder, 'link'))
  expect(filesIn(await search(['needle']))).toEqual(['near'])
})

test("Phoenix's own data is not found, wherever the conversation is", async () => {
  writeFileSync(join(desk.dataFolder, 'db'), 'needle\n')
  writeFileSync(join(desk.outside, 'near'), 'needle\n')
  const everything = await search(['needle'], { path: '..' })
  expect(filesIn(everything).map((path) => path.split('/').at(-1))).toEqual(['near'])
  const listed = await desk.call('list_files', { path: '..' })
  expect(listed.text).toContain('outside/near')
  expect(listed.text).not.toContain('data/db')
})

test('huge lines and more than can be shown are cut, and it says so', async () => {
  desk.write('min.js', `needle${'x'.repeat(5_000_000)}\n`)
  expect((await search(['needle'])).text.length).toBeLessThan(1_000)
  for (let file = 0; file < 60; file++)
    desk.write(`many/${file}`, `needle ${'y'.repeat(300)}\n`.repeat(150))
  const { text } = await search(['needle'])
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32 * 1024)
  expect(text).toMatch(/left out; there are more: only the first 1 MB was taken\. Narrow/)
})

test('a file larger than what ripgrep can safely hold is passed over; asked for by name, it says so', async () => {
  const log = join(desk.folder, 'large.log')
  writeFileSync(log, Buffer.alloc(100 * 1024 * 1024, '.\n'))
  writeFileSync(log, 'needle\n', { flag: 'r+' })
  expect(filesIn(await search(['needle']))).toEqual(['large.log'])
  appendFileSync(log, '.')
  expect(filesIn(await search(['needle']))).toEqual([])
  expect(await search(['needle'], { path: 'large.log' })).toMatchObject({
    outcome: 'failed',
    text: expect.stringMatching(/^large\.log is larger than 100 MB and is not searched/),
  })
})

test.runIf(isPosix)('a FIFO, an unreadable file and a loop of links hold nobody up', async () => {
  execFileSync('mkfifo', [join(desk.folder, 'pipe')])
  symlinkSync('.', join(desk.folder, 'self'))
  chmodSync(desk.write('closed', 'needle\n'), 0)
  desk.write('open', 'needle\n')
  expect(filesIn(await search(['needle']))).toContain('open')
  expect((await search(['needle'], { path: 'pipe' })).text).toContain('named pipe')
  expect((await desk.call('list_files', {})).text).toContain('open')
})

/** More than any search is through with before the test has looked: one large file under many names. */
function largeTree(): void {
  const large = desk.write('large', 'abcdefghij\n'.repeat(4_000_000))
  for (let name = 0; name < 300; name++) linkSync(large, `${large}-${name}`)
}

test.runIf(hasProc)('a stop ends the search at once and leaves no process', async () => {
  largeTree()
  const pattern = `(\\w+\\s*)+\\d${Date.now()}`
  const facts = await desk.inspect('keyword_search', { keywords: [pattern], regex: true })
  const stop = new AbortController()
  const said = desk.run(facts, { signal: stop.signal })
  await until(() => aliveWith(pattern).length > 0)
  const stopped = performance.now()
  stop.abort()
  expect((await said).outcome).toBe('aborted')
  expect(performance.now() - stopped).toBeLessThan(500)
  expect(aliveWith(pattern)).toEqual([])
})

test.for([
  [{}, /keywords/],
  [{ keywords: [] }, /keywords/],
  [{ keywords: ['a\nb'] }, /one line only/],
  [{ keywords: [' '] }, /expected a word/],
  [{ keywords: ['('], regex: true }, /Not searched: .*(regex|unclosed)/s],
  [{ keywords: ['x'], glob: '[' }, /Not searched: .*glob/s],
  [{ keywords: ['x'], path: 'none' }, /no file or folder none/],
] as const)('wrong arguments are told: %o', async ([input, reason]) => {
  const { outcome, text } = await desk.call('keyword_search', input)
  expect(outcome).toBe('failed')
  expect(text).toMatch(reason)
})

test('a folder is listed to a depth; what lies deeper is counted', async () => {
  for (const name of [
    'b.ts',
    'src/a.ts',
    'src/lib/deep/x',
    'src/lib/deep/y',
    'src/lib/z',
    '.hidden',
  ]) {
    desk.write(name, '')
  }
  mkdirSync(join(desk.folder, 'empty'))
  expect(await desk.call('list_files', { depth: 2 })).toEqual({
    outcome: 'ok',
    summary: '6 files',
    text: '.hidden\nb.ts\nsrc/a.ts\nsrc/lib/ (3 files)\n[6 files in all]',
  })
  expect((await desk.call('list_files', { path: 'src/lib', depth: 1 })).text).toBe(
    'src/lib/deep/ (2 files)\nsrc/lib/z\n[3 files in all]',
  )
  expect((await desk.call('list_files', { path: 'empty' })).text).toContain('holds no file')
  expect((await desk.call('list_files', { path: 'b.ts' })).text).toContain('is a file: read_file')
  expect((await desk.call('list_files', { path: 'none' })).text).toContain('no file or folder')
  expect((await desk.call('list_files', { depth: 0 })).text).toContain('depth')
})

test('a large tree is cut to 32 KB with its number of files', async () => {
  for (let file = 0; file < 1_500; file++) desk.write(`folder/${'name'.repeat(10)}-${file}`, '')
  const { summary, text } = await desk.call('list_files', {})
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32 * 1024)
  expect(text).toMatch(/\[1,500 files in all; \d+ lines left out/)
  expect(summary).toBe('1,500 files')
})
