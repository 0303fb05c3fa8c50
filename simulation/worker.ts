import { parentPort, workerData } from 'node:worker_threads'
import { findMutant } from './mutants/mutants.ts'
import type { Job } from './job.ts'
import { putStandIns } from './stand-ins.ts'

/** Does one job in a thread of its own: modules are put together anew, with the planted bug where one is asked for. */
// What the batch sends.
const job = workerData as Job
putStandIns(findMutant(job.mutant))
const { runJob } = await import('./run-job.ts')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await runJob(job))
