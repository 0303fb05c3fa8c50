import type { ProcessPort } from '../../ports/process-port.ts'

/** No processes outside turns. */
export const NO_PROCESSES: ProcessPort = {
  orphansOf: () => [],
  jobsOf: () => [],
  jobEndsOf: () => [],
  jobRanUntil: () => 0,
  end: () => Promise.resolve(),
  endJobs: () => {},
  withdrawFromJobs: () => {},
  forgetJobs: () => {},
  onOrphansChanged: () => {},
  onJobsChanged: () => {},
  onJobEnded: () => {},
}
