import { expect, test } from 'vitest'
import { jobsOf, runBatch } from './runs/batch.ts'
import { brokenPromises, expectNoViolation, IN_MEMORY, ON_SQLITE } from './expect-no-violation.ts'
import type { JobResult } from './runs/job.ts'
import { MARKS } from './marks/marks.ts'
import { FAR_MUTANT, KEY_MUTANT } from './mutants/mutants.ts'
import { isByFault, isNever, reachablePairs } from './marks/reachable-pairs.ts'
import { CHILD_MINUTES } from './replies.ts'
import { REQUEST_MS } from './ports/simulated-settings.ts'
import { TOOL_LIMIT_MS } from './ports/simulated-calls.ts'

/** The lives whose seeds this file shares with `npm run simulate`. */
const lives: JobResult[] = []

test('row 34: 10,000 lives on the store in memory break no promise', async () => {
  const results = await runBatch(jobsOf({ from: 1, count: 10_000 }, 250, IN_MEMORY))
  expectNoViolation(results)
  lives.push(...results)
})

test('row 34: 2,000 lives on the real SQL break no promise', async () => {
  const results = await runBatch(jobsOf({ from: 1, count: 2_000 }, 50, ON_SQLITE))
  expectNoViolation(results)
  lives.push(...results)
})

test('5,000 lives with late reports and quick people break no promise', async () => {
  const late = { ...IN_MEMORY, mode: 'late' } as const
  const scripted = { ...IN_MEMORY, mode: 'scripted', seeds: [] } as const
  const chance = jobsOf({ from: 1, count: 5_000 }, 250, late)
  const results = await runBatch([...chance, scripted])
  expectNoViolation(results)
  lives.push(...results)
})

test('row 34: these lives meet every mark and every reachable pair of state and event', () => {
  const met = new Set(lives.flatMap(({ marks }) => marks))
  expect(MARKS.length).toBeGreaterThanOrEqual(45)
  expect(MARKS.filter((mark) => !met.has(mark))).toEqual([])
  const reached = new Set(lives.flatMap(({ pairs }) => pairs))
  const reachable = reachablePairs().filter((pair) => !isNever(pair))
  expect(reachable.length).toBeGreaterThan(200)
  expect(reachable.filter((pair) => !reached.has(pair) && !isByFault(pair))).toEqual([])
  expect([...reached].filter((pair) => !reachable.includes(pair))).toEqual([])
})

test('row 1: when faults have stopped, every conversation rests or asks within 10 minutes and 500 steps', () => {
  expect([TOOL_LIMIT_MS, CHILD_MINUTES, REQUEST_MS]).toEqual([60_000, 4, 120_000])
  expect(lives.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThanOrEqual(17_000)
  expectNoViolation(lives)
  expect(Math.max(...lives.map(({ healing }) => healing.ms))).toBeLessThanOrEqual(10 * 60_000)
  expect(Math.max(...lives.map(({ healing }) => healing.steps))).toBeLessThanOrEqual(500)
})

test("row 20: each sub-agent has exactly one outcome, starts none, and does not outlive its parent's wait", () => {
  // Depth and orphans are checked after each step: oracles/family.ts.
  expectNoViolation(lives)
  const children = lives.reduce((sum, { family }) => sum + family.children, 0)
  const outcomes = lives.reduce((sum, { family }) => sum + family.outcomes, 0)
  expect(children).toBeGreaterThan(10_000)
  expect(outcomes).toBe(children)
})

test("I41: a person's key is in no row, no line of the log, no frame, no request and no run", async () => {
  // The oracle runs in all lives of this file; this test shows that it works.
  const results = await runBatch(
    jobsOf({ from: 1, count: 20 }, 10, { ...IN_MEMORY, mutant: KEY_MUTANT.name }),
  )
  const broken = brokenPromises(results)
  expect(new Set(broken)).toEqual(new Set(['I41 no key in anything']))
})

test('I34: the faults of one conversation change nothing in another', async () => {
  const apart = { ...IN_MEMORY, mode: 'apart' } as const
  expectNoViolation(await runBatch(jobsOf({ from: 1, count: 250 }, 50, apart)))
  const planted = { ...apart, mutant: FAR_MUTANT.name }
  const results = await runBatch(jobsOf({ from: 1, count: 250 }, 25, planted))
  const broken = brokenPromises(results)
  expect(broken.length).toBeGreaterThan(0)
  expect(broken.filter((promise) => !promise.startsWith('I34'))).toEqual([])
})

test('row 33: the same seeds leave the same trace', async () => {
  const jobs = jobsOf({ from: 1, count: 200 }, 200, { ...ON_SQLITE, isHashed: true })
  const [first, again] = await Promise.all([runBatch(jobs), runBatch(jobs)])
  const digests = first.flatMap((each) => each.digests)
  expect(new Set(digests).size).toBeGreaterThan(150)
  expect(again.flatMap((each) => each.digests)).toEqual(digests)
})
