import { expect, test } from 'vitest'
import { jobsOf, runBatch } from './runs/batch.ts'
import { brokenPromises, ON_SQLITE } from './expect-no-violation.ts'
import { MORE_MUTANTS, MUTANTS } from './mutants/mutants.ts'

/** The most seeds needed to find a planted bug: those of the runs with SQL in simulation.deep.test.ts. */
const BUDGET = 2_000

test.each([...MUTANTS, ...MORE_MUTANTS])(
  'row 35: the planted bug "$name" is found',
  async ({ name, breaks }) => {
    const jobs = jobsOf({ from: 1, count: BUDGET }, BUDGET / 2, { ...ON_SQLITE, mutant: name })
    const results = await runBatch(jobs)
    const broken = brokenPromises(results)
    expect(broken.length).toBeGreaterThan(0)
    expect(broken.filter((promise) => !breaks.some((each) => promise.startsWith(each)))).toEqual([])
  },
)
