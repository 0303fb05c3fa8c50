import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../system/low-priority.ts'
import { runJob, type UpkeepJob } from './upkeep-jobs.ts'

/** A thread for one job, so the loop that answers Stop never waits for a page of the database. */
lowerPriority()
const port = parentPort
const answer = await runJob(workerData as UpkeepJob)
port?.postMessage(answer)
