import { expect, test } from 'vitest'
import { expectNoViolation, ON_SQLITE } from './expect-no-violation.ts'
import { jobsOf, runBatch } from './runs/batch.ts'

test(
  'row 10: 40 lives survive a crash at each of their writes and another in the recovery',
  { timeout: 1_800_000 },
  async () => {
    const results = await runBatch(
      jobsOf({ from: 1, count: 40 }, 1, { ...ON_SQLITE, mode: 'crashes' }),
    )
    expectNoViolation(results)
    const runs = results.reduce((sum, each) => sum + each.runs, 0)
    expect(runs).toBeGreaterThan(1_000)
    // All but the first run of each life, which shows where it writes.
    expect(results.reduce((sum, { struck }) => sum + struck, 0)).toBe(runs - 40)
  },
)

test('row 11: sixteen lives survive a failure of each statement of their writes, on a disk that is full, busy, read-only or broken', async () => {
  const failures = { ...ON_SQLITE, mode: 'failures' } as const
  const results = await runBatch(jobsOf({ from: 1, count: 16 }, 1, failures))
  expectNoViolation(results)
  expect(results.reduce((sum, { struck }) => sum + struck, 0)).toBeGreaterThan(500)
})
