import type { Job } from './job.ts'
import { within } from '../../system/within.ts'

/** Resolves when the call that started a job should be answered. */
export type FirstLook = (job: Pick<Job, 'output' | 'over'>, signal: AbortSignal) => Promise<unknown>

/** A server that dies at once usually does so within this time (ms): then the call that started it reports it. */
const FIRST_LOOK_MS = 1_000

export const firstLook: FirstLook = ({ over }, signal) => within(over, FIRST_LOOK_MS, signal)
