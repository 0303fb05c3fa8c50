import type { JobControl } from '../processes/jobs/job-control.ts'

/** For tests that start no background job. */
export const NO_JOBS: JobControl = {
  start: () => Promise.resolve({ type: 'aborted' }),
  look: () => Promise.resolve(null),
  lastLines: () => null,
  stop: () => Promise.resolve(),
  names: () => [],
  news: () => [],
}
