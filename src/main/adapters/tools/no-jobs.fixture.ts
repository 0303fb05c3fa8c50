import type { JobDesk } from '../processes/job-table.ts'

/** For tests in which no background job is started. */
export const NO_JOBS: JobDesk = {
  start: () => Promise.resolve({ type: 'aborted' }),
  look: () => Promise.resolve(null),
  lastLines: () => null,
  stop: () => Promise.resolve(null),
  names: () => [],
  news: () => [],
}
