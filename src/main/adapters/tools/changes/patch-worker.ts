import { parentPort, workerData } from 'node:worker_threads'
import { type PatchOrder, workOutPatch } from './work-out-patch.ts'

/** Works out one patch, in a thread that is ended if it takes too long or too much memory. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(workOutPatch(workerData as PatchOrder))
