import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const REPORTER = join(ROOT, 'scripts/test-report.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

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
    writeFileSync(
      join(folder, 'odd.test.ts'),
      `describe("it's (a) suite", () => {
        test('fails for $1? [yes]', () => expect(1).toBe(2))
        test('passes', () => expect(1).toBe(1))
      })`,
    )
    const whole = await printed()
    expect(whole).toContain('1 passed, 1 failed in ')
    const [, command] = /Run it alone: {2}npm test -- --project {2}?(.+)/.exec(whole) ?? []
    const [file, flag, pattern] = await wordsOf(command ?? '')
    expect([file, flag]).toEqual(['odd.test.ts', '-t'])
    expect(await printed(file ?? '', '-t', pattern ?? '')).toContain(
      '0 passed, 1 failed, 1 skipped',
    )
  },
)

test('a file that cannot be loaded counts as a failure, and is named with its command', async () => {
  writeFileSync(join(folder, 'broken.test.ts'), `throw new Error('broken')`)
  const whole = await printed()
  expect(whole).toContain('0 passed, 1 failed in ')
  expect(whole).toMatch(/Run it alone: {2}npm test -- .*broken\.test\.ts$/m)
})

test('it says where the time went', async () => {
  writeFileSync(join(folder, 'quick.test.ts'), `test('passes', () => {})`)
  expect(await printed()).toMatch(/Where the .* went[^]*1 file, 1 test\n[^]*quick\.test\.ts/)
})
