import * as z from '../schema.ts'
import { CallId, WorkId } from '../ids.ts'

const exited = z
  .object({ type: z.literal('exited'), code: z.number().int(), at: z.number() })
  .readonly()
const killed = z
  .object({ type: z.literal('killed'), signal: z.string(), at: z.number() })
  .readonly()
/** Ended by Phoenix because a change of settings withdrew a right that the job had. */
const withdrawn = z
  .object({ type: z.literal('withdrawn'), right: z.enum(['network', 'writing']), at: z.number() })
  .readonly()
/** Ended on request. `phoenix`: because its conversation or Phoenix ended. */
const ended = z
  .object({ type: z.literal('ended'), by: z.enum(['person', 'model', 'phoenix']), at: z.number() })
  .readonly()

const named = {
  /** The call that started it. */
  callId: CallId,
  /** The job's number for the model and for people. */
  number: z.number().int().positive(),
  since: z.number(),
}

/**
 * A command that runs independently of the conversation's turns. `workId` is that of the call that started it;
 * `lastLines` is the end of its output, in plain text. Times are ms since 1970.
 */
export const BackgroundJob = z
  .object({
    ...named,
    workId: WorkId,
    command: z.string(),
    phase: z.discriminatedUnion('type', [
      z.object({ type: z.literal('running') }).readonly(),
      /** Asked to end, but still there. */
      z.object({ type: z.literal('ending') }).readonly(),
      exited,
      killed,
      withdrawn,
      /** Phoenix was killed while it ran. */
      z.object({ type: z.literal('lost') }).readonly(),
    ]),
    lastLines: z.string(),
  })
  .readonly()
export type BackgroundJob = z.infer<typeof BackgroundJob>

/** The most ends that are kept of a conversation, the newest. Older jobs are only known not to run. */
export const MAX_JOB_ENDS = 200

/** How a job ended: kept even after the job has left the list. */
export const JobEnd = z
  .object({ ...named, phase: z.discriminatedUnion('type', [exited, killed, withdrawn, ended]) })
  .readonly()
export type JobEnd = z.infer<typeof JobEnd>

/** True while the job runs or may still run. */
export function isLive({ phase }: BackgroundJob): boolean {
  return phase.type === 'running' || phase.type === 'ending'
}

/** Returns a call's summary for a running job. */
export function summaryOfRunning(number: number): string {
  return `job ${number}: running`
}

/** Returns the number of the job that this summary reports as running; null for any other summary. */
export function runningIn(summary: string): number | null {
  const number = Number(/^job (\d+): running$/.exec(summary)?.[1])
  return number > 0 ? number : null
}
