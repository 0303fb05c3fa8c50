import { expect } from 'vitest'
import { type JobResult, replayLine } from './runs/job.ts'

/** Lives on the in-memory store, and on real SQL. */
export const IN_MEMORY = { mutant: null, store: 'memory', mode: 'all', isHashed: false } as const
export const ON_SQLITE = { ...IN_MEMORY, store: 'sqlite' } as const

/** Fails with the command that repeats the run. */
export function expectNoViolation(results: readonly JobResult[]): void {
  const broken = results.flatMap(({ failure }) =>
    failure === null ? [] : [[failure.violation, replayLine(failure, '')]],
  )
  expect(broken).toEqual([])
}

/** Returns the promises that these lives broke. */
export function brokenPromises(results: readonly JobResult[]): readonly string[] {
  return results.flatMap(({ failure }) => (failure === null ? [] : [failure.violation.promise]))
}
