import { parentPort, workerData } from 'node:worker_threads'
import type { Preparation } from '../../../../shared/storage/preparation.ts'
import { lowerPriority } from '../../system/low-priority.ts'
import type { JobMessage } from './upkeep.ts'
import { runJob, type UpkeepJob } from './upkeep-jobs.ts'

/** A thread for one job, so the loop that answers Stop never waits for a page of the database. */
lowerPriority()
const port = parentPort
const post = (message: JobMessage): void => port?.postMessage(message)
void (async () => {
  const report = (preparation: Preparation): void => post({ type: 'preparation', preparation })
  post({ type: 'answer', answer: await runJob(workerData as UpkeepJob, report) })
})()
