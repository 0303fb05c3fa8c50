import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const REPORTER = join(ROOT, 'scripts/test-report.ts')

const FILES = {
  'odd.test.ts': `describe("it's (a) suite", () => {
    test('fails for $1? [yes]', () => expect(1).toBe(2))
    test('passes', () => expect(1).toBe(1))
  })`,
  'broken.test.ts': `throw new Error('broken')`,
  'quick.test.ts': `test('passes', () => {})`,
}

let folder: string
/** What is printed for all files. */
let whole: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-report-'))
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content)
  whole = await printed()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the tests of the folder with these arguments, and returns what was printed. */
async function printed(...words: readonly string[]): Promise<string> {
  const given = ['run', '--root', folder, '--globals', '--reporter', REPORTER, ...words]
  // vitest's own variables would affect a nested run.
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' }
  try {
    return (await run(process.execPath, [VITEST, ...given], { env })).stdout
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      return `${String(error.stdout)}${String(error.stderr)}`
    throw error
  }
}

/** The words of a command as parsed by a shell. */
async function wordsOf(command: string): Promise<readonly string[]> {
  const { stdout } = await run('/bin/sh', ['-c', `printf '%s\\n' ${command}`])
  return stdout.trimEnd().split('\n')
}

test.runIf(process.platform !== 'win32')(
  'a failing test ends with the command that runs it and nothing else',
  async () => {
    expect(whole).toContain('2 passed, 2 failed in ')
    const commands = whole.matchAll(/Run it alone: {2}npm test -- --project {2}?(.+)/g)
    const words = await Promise.all(Array.from(commands, ([, command = '']) => wordsOf(command)))
    const [file, flag, pattern] = words.find(([name]) => name === 'odd.test.ts') ?? []
    expect([file, flag]).toEqual(['odd.test.ts', '-t'])
    expect(await printed(file ?? '', '-t', pattern ?? '')).toContain(
      '0 passed, 1 failed, 1 skipped',
    )
  },
)

test('a file that cannot be loaded counts as a failure, and is named with its command', () => {
  expect(whole).toMatch(/Run it alone: {2}npm test -- .*broken\.test\.ts$/m)
})

test('it says where the time went', () => {
  expect(whole).toMatch(/Where the .* went[^]*3 files, 3 tests\n[^]*quick\.test\.ts/)
})
