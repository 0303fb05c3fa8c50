import { expect, test } from 'vitest'
import { jobsOf, runBatch } from './runs/batch.ts'
import { brokenPromises, expectNoViolation, IN_MEMORY, ON_SQLITE } from './expect-no-violation.ts'
import { KEY_MUTANT } from './mutants/mutants.ts'

// A few lives of each kind; simulation.deep.test.ts has all of them, with every planted bug.

test('500 lives on the store in memory break no promise', async () => {
  expectNoViolation(await runBatch(jobsOf({ from: 1, count: 500 }, 125, IN_MEMORY)))
})

test('100 lives on the real SQL break no promise', async () => {
  expectNoViolation(await runBatch(jobsOf({ from: 1, count: 100 }, 25, ON_SQLITE)))
})

test('200 lives with late reports, and the scripted ones, break no promise', async () => {
  const late = jobsOf({ from: 1, count: 200 }, 50, { ...IN_MEMORY, mode: 'late' })
  expectNoViolation(await runBatch([...late, { ...IN_MEMORY, mode: 'scripted', seeds: [] }]))
})

test('a life survives a crash at each of its writes and another in the recovery', async () => {
  const results = await runBatch(
    jobsOf({ from: 3, count: 2 }, 1, { ...ON_SQLITE, mode: 'crashes' }),
  )
  expectNoViolation(results)
  expect(results.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(20)
})

test('the faults of one conversation change nothing in another', async () => {
  expectNoViolation(
    await runBatch(jobsOf({ from: 1, count: 10 }, 5, { ...IN_MEMORY, mode: 'apart' })),
  )
})

test.each(['no fencing', 'ack before commit', 'results split over two messages'])(
  'the planted bug "%s" is found',
  async (mutant) => {
    const results = await runBatch(jobsOf({ from: 1, count: 200 }, 100, { ...ON_SQLITE, mutant }))
    expect(brokenPromises(results).length).toBeGreaterThan(0)
  },
)

test('a leaked key is found', async () => {
  const planted = { ...IN_MEMORY, mutant: KEY_MUTANT.name }
  const results = await runBatch(jobsOf({ from: 1, count: 20 }, 10, planted))
  expect(new Set(brokenPromises(results))).toEqual(new Set(['I41 no key in anything']))
})
