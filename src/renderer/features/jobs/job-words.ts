import { assertNever } from '../../../shared/assert-never.ts'
import {
  type BackgroundJob,
  isLive,
  type JobEnd,
} from '../../../shared/conversation/background-job.ts'
import { formatDuration } from '../../../client/words/time.ts'
import { countOf } from '../../../client/words/words.ts'

type Phase = BackgroundJob['phase'] | JobEnd['phase']
type EndPhase = Exclude<Phase, { type: 'running' | 'ending' }>

/** One line for all jobs of a conversation. If room is short, the command is shortened. */
export interface Headline {
  readonly count: string
  readonly command: string
  /** The running time of the newest job, or how it ended. */
  readonly status: string
}

/** `now` in ms since 1970. Null: no jobs. */
export function headlineOf(jobs: readonly BackgroundJob[], now: number): Headline | null {
  const live = jobs.filter(isLive)
  const newest = live.at(-1) ?? jobs.at(-1)
  if (newest === undefined) return null
  const command = firstLine(newest.command)
  const { phase, since } = newest
  if (phase.type === 'running' || phase.type === 'ending') {
    const status = formatDuration(now - since)
    return { count: `${countOfJobs(live.length)}:`, command, status }
  }
  const have = jobs.length === 1 ? 'has' : 'have'
  const count = `${countOfJobs(jobs.length)} ${have} ended:`
  return { count, command, status: wordsOfEnd(phase) }
}

export function countOfJobs(count: number): string {
  return countOf(count, 'background job', 'background jobs')
}

/** The state of a job, and its duration. */
export function statusOf({ phase, since }: BackgroundJob, now: number): string {
  switch (phase.type) {
    case 'running':
      return `Running, ${formatDuration(now - since)}`
    case 'ending':
      return 'Stopping'
    case 'exited':
    case 'killed':
    case 'withdrawn':
      return `Ended: ${wordsOfEnd(phase)}, after ${formatDuration(phase.at - since)}`
    case 'lost':
      return `Ended: ${wordsOfEnd(phase)}`
    default:
      return assertNever(phase)
  }
}

export function wordsOfEnd(phase: EndPhase): string {
  switch (phase.type) {
    case 'exited':
      return `exit ${phase.code}`
    case 'killed':
      return `killed by ${phase.signal}`
    case 'withdrawn':
      return phase.right === 'network' ? 'network switched off' : 'made read-only'
    case 'ended':
      return ENDED_BY[phase.by]
    case 'lost':
      return 'cut off when Phoenix stopped'
    default:
      return assertNever(phase)
  }
}

const ENDED_BY = {
  person: 'ended by you',
  model: 'ended by the agent',
  phoenix: 'ended by Phoenix',
}

/** True if it failed, or was killed by a signal that Phoenix did not send. */
export function isBadEnd(phase: EndPhase): boolean {
  return phase.type === 'killed' || (phase.type === 'exited' && phase.code !== 0)
}

function firstLine(command: string): string {
  const [line = ''] = command.trim().split('\n', 1)
  return line
}
