import type { JobControl } from '../processes/jobs/job-table.ts'

/** For tests in which no background job is started. */
export const NO_JOBS: JobControl = {
  start: () => Promise.resolve({ type: 'aborted' }),
  look: () => Promise.resolve(null),
  lastLines: () => null,
  stop: () => Promise.resolve(null),
  names: () => [],
  news: () => [],
}
