import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { accountCopy } from './account.ts'
import { inOrder } from './deep-parts.ts'
import { countOf, type Run } from './results.ts'
import { runWithin } from './run-within.ts'

/**
 * Run by .ci/run once everything is installed: the quick tests, those of them that differ for an ordinary account, each
 * bench in its shortest form, and as much of the deep suite as time allows. argv: the seconds left.
 */
const ROOT = resolve(import.meta.dirname, '../..')
/** Projects whose tests depend on the user who runs them. */
const DIFFERS = ['real', 'isolated', 'shell'].flatMap((project) => ['--project', project])
const REPORTS = mkdtempSync(join(tmpdir(), 'phoenix-ci-'))

const end = performance.now() + Number(process.argv[2] ?? 20 * 60) * 1_000
const runs: Run[] = []

await test('the quick tests', ['npm', 'test', '--'])
const copy = accountCopy(ROOT)
if (copy === null) say('Not root: the quick tests ran for an ordinary account already.')
else {
  const command = [...copy.become, 'npm', 'test', '--', ...DIFFERS]
  await test('the tests that differ for an ordinary account', command, copy.root)
}
const bench = { name: 'each bench in its shortest form', root: ROOT, report: '' }
await run(bench, ['npm', 'run', 'bench', '--', '--short'])
const left: string[] = []
for (const { minutes, name, tests } of inOrder(changedToday())) {
  if (minutesLeft() < minutes) left.push(name)
  else await test(name, ['npm', 'run', 'test:deep', '--', ...tests])
}
if (left.length > 0)
  say(`Not run, for want of time: ${left.join('; ')}. npm run test:deep runs all.`)

const { failures, passed } = countOf(runs)
for (const folder of [REPORTS, ...(copy === null ? [] : [copy.root])])
  rmSync(folder, { recursive: true })
for (const failure of failures) say(failure)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 ? 1 : 0)

async function test(name: string, command: readonly string[], root = ROOT): Promise<void> {
  const report = join(root === ROOT ? REPORTS : root, `${runs.length}.json`)
  const options = [
    '--reporter=./scripts/test-report.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
  ]
  await run({ name, root, report }, [...command, ...options])
}

async function run(
  what: Pick<Run, 'name' | 'report' | 'root'>,
  command: readonly string[],
): Promise<void> {
  say(`\n== ${what.name}`)
  const { exitCode, isCut } = await runWithin(end - performance.now(), command, what.root)
  if (isCut) say(`${what.name}: ended, since the time was up.`)
  runs.push({ ...what, exitCode, isLeftOut: isCut && command.includes('test:deep') })
}

function minutesLeft(): number {
  return (end - performance.now()) / 60_000
}

/** Paths that differ from the newest commit older than half a day; none if there is no such commit. */
function changedToday(): readonly string[] {
  const base = git('rev-list', '-1', '--before=12 hours ago', 'HEAD')
  return base === '' ? [] : git('diff', '--name-only', base, 'HEAD').split('\n')
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function say(words: string): void {
  console.log(words)
}
