import type { ProcessPort } from '../process-port.ts'

/** A world in which nothing runs beside turns. */
export const NO_PROCESSES: ProcessPort = {
  survivorsOf: () => [],
  jobsOf: () => [],
  end: () => Promise.resolve(),
  endJobs: () => {},
  forgetJobs: () => {},
  onSurvivorsChanged: () => {},
  onJobsChanged: () => {},
}
