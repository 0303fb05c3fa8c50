import { expect, test } from 'vitest'
import { byTier } from '../src/shared/testing/by-tier.ts'
import { jobsOf, runBatch } from './runs/batch.ts'
import { brokenPromises, expectNoViolation, IN_MEMORY, ON_SQLITE } from './expect-no-violation.ts'
import { KEY_MUTANT } from './mutants/mutants.ts'

// A few lives of each kind; simulation.deep.test.ts has all of them, planted.deep.test.ts every planted bug.

// A batch begins with workers that load the whole program, so the lives of all kinds share one.

test('lives on the store in memory, on the real SQL, with late reports and the scripted ones break no promise', async () => {
  const jobs = [
    ...jobsOf({ from: 1, count: byTier(30, 60) }, 15, IN_MEMORY),
    ...jobsOf({ from: 1, count: byTier(10, 20) }, 10, ON_SQLITE),
    ...jobsOf({ from: 1, count: byTier(20, 40) }, 20, { ...IN_MEMORY, mode: 'late' }),
    { ...IN_MEMORY, mode: 'scripted' as const, seeds: [] },
  ]
  const results = await runBatch(jobs)
  expectNoViolation(results)
  expect(results).toHaveLength(jobs.length)
})

test('a life survives a crash at each of its writes and another in the recovery', async () => {
  const results = await runBatch(
    jobsOf({ from: 4, count: 1 }, 1, { ...ON_SQLITE, mode: 'crashes' }),
  )
  expectNoViolation(results)
  expect(results.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(10)
})

test('the faults of one conversation change nothing in another', async () => {
  expectNoViolation(
    await runBatch(jobsOf({ from: 1, count: 4 }, 4, { ...IN_MEMORY, mode: 'apart' })),
  )
})

test.each(['no fencing', 'ack before commit', 'results split over two messages'])(
  'the planted bug "%s" is found',
  async (mutant) => {
    const results = await runBatch(jobsOf({ from: 1, count: 100 }, 100, { ...ON_SQLITE, mutant }))
    expect(brokenPromises(results).length).toBeGreaterThan(0)
  },
)

test('a leaked key is found', async () => {
  const planted = { ...IN_MEMORY, mutant: KEY_MUTANT.name }
  const results = await runBatch(jobsOf({ from: 1, count: 10 }, 10, planted))
  expect(new Set(brokenPromises(results))).toEqual(new Set(['I41 no key in anything']))
})
