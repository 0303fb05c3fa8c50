import { parentPort, workerData } from 'node:worker_threads'
import { findMutant } from './mutants/mutants.ts'
import type { Job } from './runs/job.ts'
import { replaceModules } from './replace-modules.ts'

/** Does jobs in its own thread: modules are loaded again, with the planted bug if requested. */
// The data that the batch sends.
replaceModules(findMutant(workerData as string | null))
const { runJob } = await import('./runs/run-job.ts')
parentPort?.on('message', (job: Job) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void runJob(job).then((result) => parentPort?.postMessage(result))
})
