import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aliveWith, hasProc, until } from '../../processes/supervisor-fixture.ts'
import { tookToStop } from '../../processes/took.fixture.ts'
import { Workspace } from '../calling.fixture.ts'
import { filesIn, searchIn } from './grep.fixture.ts'
import { workspaceForEachTest, isPosix } from '../workspace-for-each.fixture.ts'

let workspace: Workspace

workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

const search = searchIn(() => workspace)

test('matching lines are grouped by file, sorted by path, with their numbers', async () => {
  workspace.write('b.ts', 'a lock\n\tlock()\n')
  workspace.write('a/c.ts', 'one\nLock\nlock\n')
  expect(await search('lock')).toEqual({
    outcome: 'ok',
    summary: '2 files',
    text: 'a/c.ts\n  3: lock\nb.ts\n  1: a lock\n  2: \tlock()\n[3 matching lines in 2 files]',
  })
  expect((await search('lock', { ignore_case: true })).text).toContain('  2: Lock\n  3: lock')
  const files = await search('lock', { output_mode: 'files_with_matches' })
  expect(files.text).toBe('a/c.ts\nb.ts\n[2 files with matches]')
  const counts = await search('lock', { output_mode: 'count' })
  expect(counts.text).toBe('a/c.ts: 1\nb.ts: 2\n[2 files with matches]')
})

test('a pattern for the end of a line fits lines that end in CRLF, unless it looks for the CR', async () => {
  workspace.write('dos', 'one;\r\ntwo\r\n\r\nthree;x\r\n')
  workspace.write('unix', 'one;\ntwo')
  expect((await search(';$')).text).toBe(
    'dos\n  1: one;\nunix\n  1: one;\n[2 matching lines in 2 files]',
  )
  expect((await search('^two$')).text).toMatch(/^dos\n  2: two\nunix\n  2: two\n/)
  expect((await search('^$')).text).toMatch(/^dos\n  3: \n\[1 /)
  for (const cr of [String.raw`two\r`, String.raw`two\x0d`, String.raw`two\x{D}`])
    expect((await search(cr)).text).toBe('dos\n  2: two\n[1 matching line in 1 file]')
})

test('context holds no matches of another page, however many follow', async () => {
  workspace.write('a', 'hit\n'.repeat(20))
  expect((await search('hit', { context: 3, limit: 2, offset: 1 })).text).toBe(
    'a\n  2: hit\n  3: hit\n[matching lines 2 to 3 of 20 matching lines in 1 file; for more, set offset to 3]',
  )
})

test('context shows the lines around each match once, and marks the gaps', async () => {
  workspace.write(
    'a',
    Array.from({ length: 12 }, (_, at) => ([2, 4, 10].includes(at) ? 'hit' : `${at}`)).join('\n'),
  )
  expect((await search('hit', { context: 1 })).text).toBe(
    [
      'a',
      '  2- 1',
      '  3: hit',
      '  4- 3',
      '  5: hit',
      '  6- 5',
      '  --',
      '  10- 9',
      '  11: hit',
      '  12- 11',
      '[3 matching lines in 1 file]',
    ].join('\n'),
  )
})

test("ignored files, git's own, binaries and secrets are skipped; hidden files are not", async () => {
  execFileSync('git', ['init', '-q'], { cwd: workspace.folder })
  workspace.write('.gitignore', 'dist/\n')
  for (const name of [
    'dist/a',
    '.git/x',
    '.env',
    '.env.local',
    'key.PEM',
    'sub/.npmrc',
    '.ssh/known',
  ]) {
    workspace.write(name, 'needle\n')
  }
  workspace.write('.github/ci.yml', 'needle\n')
  workspace.write('kept.txt', 'needle\n')
  workspace.write('bin', Buffer.from('needle\0needle\n'))
  expect(filesIn(await search('needle'))).toEqual(['.github/ci.yml', 'kept.txt'])
  expect(filesIn(await search('needle', { glob: '*' }))).not.toContain('.env')
  expect((await search('needle', { path: '.env' })).text).toContain('.env\n  1: needle')
})

test('ignored files stay skipped, whatever a glob matches', async () => {
  execFileSync('git', ['init', '-q'], { cwd: workspace.folder })
  workspace.write('.gitignore', 'node_modules/\n*.log\n!kept.log\n')
  for (const name of ['node_modules/x/a.js', 'src/node_modules/[y]/b.js', 'src/c.log']) {
    workspace.write(name, 'needle\n')
  }
  for (const name of ['src/d.js', 'src/kept.log', 'e.js']) workspace.write(name, 'needle\n')
  const searched = async (options: Record<string, unknown>): Promise<readonly string[]> =>
    filesIn(await search('needle', options)).toSorted()
  expect(await searched({ glob: '**' })).toEqual(['e.js', 'src/d.js', 'src/kept.log'])
  expect(await searched({ glob: 'src/**' })).toEqual(['src/d.js', 'src/kept.log'])
  expect(await searched({ glob: '*.log' })).toEqual(['src/kept.log'])
  expect(await searched({ glob: '**/*.js', path: 'src' })).toEqual(['src/d.js'])
  expect(await searched({ glob: '!*.js' })).toEqual(['src/kept.log'])
  for (let file = 0; file < 600; file++) workspace.write(`src/${file}.log`, 'needle\n')
  expect(await searched({ glob: '*.log' })).toEqual(['src/kept.log'])
  for (let file = 0; file < 20; file++)
    workspace.write(`node_modules/large/${file}`, `needle ${'y'.repeat(300)}\n`.repeat(200))
  expect((await search('needle', { glob: '**' })).text).toMatch(
    /\n\[3 matching lines in 3 files\]$/,
  )
})

test('path, glob and type narrow the search; a pattern is a regular expression unless it is literal', async () => {
  workspace.write('src/a.ts', 'f(x)\nfox\n')
  workspace.write('src/b.md', 'f(x)\n')
  expect(filesIn(await search('f(x)', { literal: true, glob: '*.ts' }))).toEqual(['src/a.ts'])
  expect(filesIn(await search('f.x', { type: 'ts' }))).toEqual(['src/a.ts'])
  const rest = await search(String.raw`f\(x\)`, { path: 'src', glob: '!*.ts' })
  expect(filesIn(rest)).toEqual(['src/b.md'])
  expect((await search('f.x|fox', { path: 'src/a.ts' })).text).toBe(
    'src/a.ts\n  1: f(x)\n  2: fox\n[2 matching lines in 1 file]',
  )
  expect((await search('FOX')).text).toContain('no matches in the folder')
})

test('nothing in the folder affects the search: no configuration, no followed link', async () => {
  writeFileSync(join(workspace.outside, 'far'), 'needle\n')
  workspace.write('.ripgreprc', '--files-without-match\n')
  workspace.write('near', 'needle\n')
  if (isPosix) symlinkSync(workspace.outside, join(workspace.folder, 'link'))
  expect(filesIn(await search('needle'))).toEqual(['near'])
})

test("Phoenix's own data is not found, wherever the conversation is", async () => {
  writeFileSync(join(workspace.dataFolder, 'db'), 'needle\n')
  writeFileSync(join(workspace.outside, 'near'), 'needle\n')
  const everything = await search('needle', { path: '..' })
  expect(filesIn(everything).map((path) => path.split('/').at(-1))).toEqual(['near'])
  const listed = await workspace.call('list_files', { path: '..' })
  expect(listed.text).toContain('outside/near')
  expect(listed.text).not.toContain('data/db')
})

test.runIf(isPosix)('a FIFO, an unreadable file and a loop of links block nothing', async () => {
  execFileSync('mkfifo', [join(workspace.folder, 'pipe')])
  symlinkSync('.', join(workspace.folder, 'self'))
  chmodSync(workspace.write('closed', 'needle\n'), 0)
  workspace.write('open', 'needle\n')
  expect(filesIn(await search('needle'))).toContain('open')
  expect((await search('needle', { path: 'pipe' })).text).toContain('named pipe')
  expect((await workspace.call('list_files', {})).text).toContain('open')
})

/** More than any search can finish before the test checks: one large file under many names. */
function largeTree(): void {
  const large = workspace.write('large', 'abcdefghij\n'.repeat(500_000))
  for (let name = 0; name < 2_400; name++) linkSync(large, `${large}-${name}`)
}

test.runIf(hasProc)('a stop ends the search at once and leaves no process', async () => {
  largeTree()
  const pattern = `(\\w+\\s*)+\\d${Date.now()}`
  const facts = await workspace.inspect('grep', { pattern })
  const times: number[] = []
  // A killed process needs the processor once more, and it may be busy.
  while (times.length < 5) {
    const stop = new AbortController()
    const running = workspace.run(facts, { signal: stop.signal })
    await until(() => aliveWith(pattern).length > 0)
    times.push((await tookToStop(stop, running)).own)
    expect((await running).outcome).toBe('aborted')
    await until(() => aliveWith(pattern).length === 0)
  }
  expect(Math.min(...times)).toBeLessThan(100)
})

test.for([
  [{}, /pattern/],
  [{ pattern: '' }, /pattern/],
  [{ pattern: 'a\nb' }, /one line/],
  [{ pattern: '(' }, /Not searched: .*(regex|unclosed)/s],
  [{ pattern: 'x', glob: '[' }, /Not searched: .*glob/s],
  [{ pattern: 'x', type: 'klingon' }, /Not searched: .*klingon/s],
  [{ pattern: 'x', path: 'none' }, /no file or folder none/],
  [{ pattern: 'x', output_mode: 'lines' }, /output_mode/],
] as const)('wrong arguments are told: %o', async ([input, reason]) => {
  const { outcome, text } = await workspace.call('grep', input)
  expect(outcome).toBe('failed')
  expect(text).toMatch(reason)
})
