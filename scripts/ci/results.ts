import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** One test run, as written by vitest's JSON reporter. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

export interface Run {
  readonly name: string
  /** The folder of the checkout in which it ran. */
  readonly root: string
  /** Path of its JSON report. */
  readonly report: string
  /** True if time ran out before it finished and it is optional. */
  readonly isLeftOut: boolean
  readonly exitCode: number
}

export interface Count {
  readonly passed: number
  readonly failures: readonly string[]
}

const SKIPPED: ReadonlySet<string> = new Set(['skipped', 'pending', 'todo', 'disabled'])

/**
 * Counts each test once, however often it ran: it failed if it failed in any run, and passed if it passed in any other.
 * A test that every run skipped counts as a failure, and so does a run that ended badly without naming a test.
 */
export function countOf(runs: readonly Run[]): Count {
  const outcomes = new Map<string, Set<string>>()
  const broken: string[] = []
  for (const run of runs) {
    const found = outcomesOf(run)
    const hasFailed = found.some(([, outcome]) => outcome === 'failed')
    if (run.exitCode !== 0 && !hasFailed && !run.isLeftOut)
      broken.push(`${run.name}: ended with ${run.exitCode} and named no failed test`)
    for (const [test, outcome] of found) {
      outcomes.set(test, (outcomes.get(test) ?? new Set()).add(outcome))
    }
  }
  const tests = [...outcomes]
  const failed = tests.filter(([, each]) => each.has('failed'))
  const skipped = tests.filter(([, each]) => !each.has('failed') && !each.has('passed'))
  return {
    passed: tests.length - failed.length - skipped.length,
    failures: [
      ...broken,
      ...failed.map(([test]) => `failed: ${test}`),
      ...skipped.map(([test]) => `skipped: ${test}`),
    ],
  }
}

function outcomesOf({ report, root }: Run): readonly (readonly [string, string])[] {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.flatMap((file) => {
    const path = relative(root, file.name)
    if (file.assertionResults.length === 0 && file.status === 'failed')
      return [[`${path} could not be loaded`, 'failed'] as const]
    // Rows of a table may have the same name.
    const seen = new Map<string, number>()
    return file.assertionResults.map(({ fullName, status }) => {
      const nth = (seen.get(fullName) ?? 0) + 1
      seen.set(fullName, nth)
      const name = `${path} > ${fullName}${nth === 1 ? '' : ` (${nth})`}`
      return [name, SKIPPED.has(status) ? 'skipped' : status] as const
    })
  })
}
