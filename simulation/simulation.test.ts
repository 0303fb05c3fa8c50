import { expect, test } from 'vitest'
import { jobsOf, runBatch } from './batch.ts'
import type { JobResult } from './job.ts'
import { replayLine } from './job.ts'
import { MARKS } from './marks.ts'
import { FAR_MUTANT, KEY_MUTANT, MUTANTS } from './mutants/mutants.ts'
import { NEVER_PAIRS, RARE_PAIRS, REACHED_PAIRS } from './reached-pairs.ts'

const PURE = { mutant: null, store: 'memory', mode: 'all', isHashed: false } as const
const REAL = { ...PURE, store: 'sqlite' } as const
/** What a planted bug may take to be found: the seeds of the runs with SQL. */
const BUDGET = 2_000

/** Fails with the line that repeats the run. */
function expectNoBreach(results: readonly JobResult[]): void {
  const broken = results.flatMap(({ failure }) =>
    failure === null ? [] : [[failure.breach, replayLine(failure, '')]],
  )
  expect(broken).toEqual([])
}

const met = new Set<string>()
const reached = new Set<string>()

function remember(results: readonly JobResult[]): void {
  for (const { marks, pairs } of results) {
    for (const mark of marks) met.add(mark)
    for (const pair of pairs) reached.add(pair)
  }
}

test('row 34: 10,000 lives on the store in memory break no promise', async () => {
  const results = await runBatch(jobsOf({ from: 1, count: 10_000 }, 1_000, PURE))
  expectNoBreach(results)
  remember(results)
})

test('row 34: 2,000 lives on the real SQL break no promise', async () => {
  const results = await runBatch(jobsOf({ from: 1, count: BUDGET }, 250, REAL))
  expectNoBreach(results)
  remember(results)
})

test('row 34: these lives meet every mark and every reachable pair of state and event', () => {
  expect(MARKS.length).toBeGreaterThanOrEqual(45)
  expect(MARKS.filter((mark) => !met.has(mark))).toEqual([])
  expect(REACHED_PAIRS.filter((pair) => !reached.has(pair))).toEqual([])
  const known = new Set([...REACHED_PAIRS, ...RARE_PAIRS])
  expect([...reached].filter((pair) => !known.has(pair))).toEqual([])
})

test('the lists of pairs say each pair once', () => {
  const all = [...REACHED_PAIRS, ...RARE_PAIRS, ...Object.values(NEVER_PAIRS).flat()]
  expect(all.filter((pair, at) => all.indexOf(pair) !== at)).toEqual([])
})

test('row 10: 40 lives survive a death at each of their writes and another in the recovery', async () => {
  const results = await runBatch(jobsOf({ from: 1, count: 40 }, 1, { ...REAL, mode: 'crashes' }))
  expectNoBreach(results)
  expect(results.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(1_000)
})

test('I41: a key that a person gives is in no row, no line of the log, no frame, no request and no run', async () => {
  // The oracle sits in all lives of this file; here is that it sees.
  const results = await runBatch(
    jobsOf({ from: 1, count: 20 }, 10, { ...PURE, mutant: KEY_MUTANT.name }),
  )
  const broken = results.flatMap(({ failure }) =>
    failure === null ? [] : [failure.breach.promise],
  )
  expect(new Set(broken)).toEqual(new Set(['I41 no key in anything']))
})

test('I34: the faults of one conversation change nothing in another', async () => {
  const apart = { ...PURE, mode: 'apart' } as const
  expectNoBreach(await runBatch(jobsOf({ from: 1, count: 250 }, 50, apart)))
  const planted = { ...apart, mutant: FAR_MUTANT.name }
  const results = await runBatch(jobsOf({ from: 1, count: 250 }, 25, planted))
  const broken = results.flatMap(({ failure }) =>
    failure === null ? [] : [failure.breach.promise],
  )
  expect(broken.length).toBeGreaterThan(0)
  expect(broken.filter((promise) => !promise.startsWith('I34'))).toEqual([])
})

test('row 33: the same seeds leave the same trace', async () => {
  const jobs = jobsOf({ from: 1, count: 200 }, 200, { ...REAL, isHashed: true })
  const [first, again] = await Promise.all([runBatch(jobs), runBatch(jobs)])
  const digests = first.flatMap((each) => each.digests)
  expect(new Set(digests).size).toBeGreaterThan(150)
  expect(again.flatMap((each) => each.digests)).toEqual(digests)
})

test.each(MUTANTS)('row 35: the planted bug "$name" is found', async ({ name, breaks }) => {
  const jobs = jobsOf({ from: 1, count: BUDGET }, BUDGET / 2, { ...REAL, mutant: name })
  const results = await runBatch(jobs)
  const broken = results.flatMap(({ failure }) =>
    failure === null ? [] : [failure.breach.promise],
  )
  expect(broken.length).toBeGreaterThan(0)
  expect(broken.filter((promise) => !breaks.some((each) => promise.startsWith(each)))).toEqual([])
})
