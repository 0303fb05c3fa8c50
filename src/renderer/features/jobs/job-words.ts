import { assertNever } from '../../../shared/assert-never.ts'
import { type BackgroundJob, isLive } from '../../../shared/background-job.ts'
import { formatDuration } from '../time.ts'

/** The one line that stands for all of a conversation's jobs. Where there is little room, the command gives way. */
export interface Headline {
  readonly count: string
  readonly command: string
  /** How long the newest has run, or how it ended. */
  readonly standing: string
}

/** `now` in ms since 1970. Null: there are none. */
export function headlineOf(jobs: readonly BackgroundJob[], now: number): Headline | null {
  const live = jobs.filter(isLive)
  const newest = live.at(-1) ?? jobs.at(-1)
  if (newest === undefined) return null
  const command = firstLine(newest.command)
  if (live.length === 0) {
    const count = jobs.length === 1 ? '1 background job has' : `${jobs.length} background jobs have`
    return { count: `${count} ended:`, command, standing: wordsOfEnd(newest) }
  }
  const count = live.length === 1 ? '1 background job:' : `${live.length} background jobs:`
  return { count, command, standing: formatDuration(now - newest.since) }
}

/** How one stands, and for how long. */
export function standingOf(job: BackgroundJob, now: number): string {
  const { phase, since } = job
  switch (phase.type) {
    case 'running':
      return `Running, ${formatDuration(now - since)}`
    case 'ending':
      return 'Told to end'
    case 'exited':
    case 'killed':
    case 'withdrawn':
      return `Ended: ${wordsOfEnd(job)}, after ${formatDuration(phase.at - since)}`
    default:
      return assertNever(phase)
  }
}

function wordsOfEnd({ phase }: BackgroundJob): string {
  switch (phase.type) {
    case 'exited':
      return `exit ${phase.code}`
    case 'killed':
      return `killed by ${phase.signal}`
    case 'withdrawn':
      return phase.right === 'network' ? 'network switched off' : 'made read-only'
    case 'running':
    case 'ending':
      return ''
    default:
      return assertNever(phase)
  }
}

function firstLine(command: string): string {
  const [line = ''] = command.trim().split('\n', 1)
  return line
}
