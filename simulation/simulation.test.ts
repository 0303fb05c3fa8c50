import { expect, test } from 'vitest'
import { jobsOf, runBatch } from './runs/batch.ts'
import { brokenPromises, expectNoBreach, PURE, REAL } from './expect-lives.ts'
import { KEY_MUTANT } from './mutants/mutants.ts'

// A few lives of each kind; simulation.deep.test.ts has all of them, with every planted bug.

test('500 lives on the store in memory break no promise', async () => {
  expectNoBreach(await runBatch(jobsOf({ from: 1, count: 500 }, 125, PURE)))
})

test('100 lives on the real SQL break no promise', async () => {
  expectNoBreach(await runBatch(jobsOf({ from: 1, count: 100 }, 25, REAL)))
})

test('200 lives with late reports, and the scripted ones, break no promise', async () => {
  const late = jobsOf({ from: 1, count: 200 }, 50, { ...PURE, mode: 'late' })
  expectNoBreach(await runBatch([...late, { ...PURE, mode: 'scripted', seeds: [] }]))
})

test('a life survives a crash at each of its writes and another in the recovery', async () => {
  const results = await runBatch(jobsOf({ from: 3, count: 2 }, 1, { ...REAL, mode: 'crashes' }))
  expectNoBreach(results)
  expect(results.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(20)
})

test('the faults of one conversation change nothing in another', async () => {
  expectNoBreach(await runBatch(jobsOf({ from: 1, count: 10 }, 5, { ...PURE, mode: 'apart' })))
})

test.each(['no fencing', 'ack before commit', 'results split over two messages'])(
  'the planted bug "%s" is found',
  async (mutant) => {
    const results = await runBatch(jobsOf({ from: 1, count: 200 }, 100, { ...REAL, mutant }))
    expect(brokenPromises(results).length).toBeGreaterThan(0)
  },
)

test('a leaked key is found', async () => {
  const planted = { ...PURE, mutant: KEY_MUTANT.name }
  const results = await runBatch(jobsOf({ from: 1, count: 20 }, 10, planted))
  expect(new Set(brokenPromises(results))).toEqual(new Set(['I41 no key in anything']))
})
