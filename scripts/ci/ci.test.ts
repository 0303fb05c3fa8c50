import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEEP_PARTS, inOrder } from './deep-parts.ts'
import { countOf, type Run } from './results.ts'
import { runWithin } from './run-within.ts'

const ROOT = resolve(import.meta.dirname, '../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-ci-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Outcome = 'passed' | 'failed' | 'skipped'

/** A run of one file, a.test.ts, with these outcomes by test name. */
function ran(tests: Readonly<Record<string, Outcome>>, given: Partial<Run> = {}): Run {
  const report = join(folder, `${Object.keys(tests).join('')}${Object.values(tests).join('')}.json`)
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({ fullName, status }))
  const name = join(folder, 'a.test.ts')
  writeFileSync(
    report,
    JSON.stringify({ testResults: [{ name, status: 'passed', assertionResults }] }),
  )
  const exitCode = Object.values(tests).includes('failed') ? 1 : 0
  return { name: 'a run', root: folder, report, exitCode, isLeftOut: false, ...given }
}

test('a test that ran twice counts once, and failed if it failed in either run', () => {
  const runs = [ran({ one: 'passed', two: 'passed' }), ran({ one: 'passed', two: 'failed' })]
  expect(countOf(runs)).toEqual({ passed: 1, failures: ['failed: a.test.ts > two'] })
})

test('a test skipped in every run is a failure; one that passed in some run is not', () => {
  const runs = [ran({ one: 'skipped', two: 'skipped' }), ran({ one: 'passed' })]
  expect(countOf(runs)).toEqual({ passed: 1, failures: ['skipped: a.test.ts > two'] })
})

test('a run that fails without naming a test is a failure, unless it was excluded', () => {
  const died = ran({ one: 'passed' }, { exitCode: 1 })
  expect(countOf([died]).failures).toEqual(['a run: ended with 1 and named no failed test'])
  expect(countOf([{ ...died, isLeftOut: true }]).failures).toEqual([])
  expect(countOf([{ ...died, report: join(folder, 'none') }]).failures.length).toBe(1)
})

test('a file that cannot be loaded is a failure', () => {
  const report = join(folder, 'broken.json')
  const file = { name: join(folder, 'a.test.ts'), status: 'failed', assertionResults: [] }
  writeFileSync(report, JSON.stringify({ testResults: [file] }))
  const run: Run = { name: 'a run', root: folder, report, exitCode: 1, isLeftOut: false }
  expect(countOf([run]).failures).toEqual(['failed: a.test.ts could not be loaded'])
})

test('parts affected by a change come first, and none is lost', () => {
  const parts = inOrder(['src/renderer/app.svelte'])
  expect(parts[0]?.concerns).toContain('src/renderer/')
  expect(parts.toSorted(byName)).toEqual(DEEP_PARTS.toSorted(byName))
  expect(inOrder([])).toEqual(DEEP_PARTS)
})

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1
}

test('every deep test belongs to exactly one part', () => {
  const patterns = ['*.deep.test.ts', '*.alone.test.ts']
  const files = execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
  for (const file of files.trim().split('\n')) {
    const project = file.endsWith('.alone.test.ts') ? 'alone' : 'deep'
    const holding = DEEP_PARTS.filter(
      ({ tests: [, of, ...paths] }) =>
        of === project && (paths.length === 0 || paths.some((path) => file.startsWith(path))),
    )
    expect([file, holding.length]).toEqual([file, 1])
  }
})

test.runIf(process.platform !== 'win32')('a command whose time is up is ended', async () => {
  expect(await runWithin(60_000, ['sh', '-c', 'exit 3'], folder)).toEqual({
    exitCode: 3,
    isCut: false,
  })
  expect(await runWithin(50, ['sh', '-c', 'sleep 1000; true'], folder)).toEqual({
    exitCode: 1,
    isCut: true,
  })
})
