import { parentPort, workerData } from 'node:worker_threads'
import { compareFile, type DiffOrder } from './diff-thread.ts'
import { type PatchOrder, workOutPatch } from './work-out-patch.ts'

const order = workerData as PatchOrder | DiffOrder

/** Works out one patch, or compares two versions, in a thread that is ended if it takes too long or too much memory. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage('steps' in order ? workOutPatch(order) : compareFile(order))
