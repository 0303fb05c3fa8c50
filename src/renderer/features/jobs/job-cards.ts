import {
  type BackgroundJob,
  type JobEnd,
  runningIn,
} from '../../../shared/conversation/background-job.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { ConversationView } from '../../../client/conversation/conversation-view.ts'
import { formatDuration } from '../../../client/words/time.ts'
import type { ShownCall } from '../../../client/items/thread-items.ts'
import { isBadEnd, wordsOfEnd } from './job-words.ts'

export type CardJob = BackgroundJob | JobEnd

/** The jobs known to this run of Phoenix, by the calls that started them. */
export function jobsByCall({
  jobs,
  jobEnds,
}: Pick<ConversationView, 'jobs' | 'jobEnds'>): ReadonlyMap<CallId, CardJob> {
  return new Map([...jobs, ...jobEnds].map((job) => [job.callId, job]))
}

export interface JobOutcome {
  readonly words: string
  readonly isBad: boolean
}

/** True if the card of this call can change after the call: its result says that a job is running. */
export function isAboutRunning({ name, result }: ShownCall): boolean {
  return name === 'bash_background' && runningIn(result?.summary ?? '') !== null
}

/**
 * The state of the job that this call's result says is running. `job`: the one that it started; null: unknown, so it
 * ended with an earlier run of Phoenix at the latest, or the call only looked at it.
 */
export function outcomeOfJob(call: ShownCall, job: CardJob | null, now: number): JobOutcome {
  const name = `job ${runningIn(call.result?.summary ?? '')}`
  const quiet = (words: string): JobOutcome => ({ words: `${name}: ${words}`, isBad: false })
  if (!isStart(call)) return quiet('was running')
  if (job === null) return quiet('no longer running')
  const { phase, since } = job
  if (phase.type === 'running') return quiet(`running, ${formatDuration(now - since)}`)
  if (phase.type === 'ending') return quiet('stopping')
  if (phase.type === 'lost') return quiet(wordsOfEnd(phase))
  const words = `${name}: ${wordsOfEnd(phase)}, after ${formatDuration(phase.at - since)}`
  return { words, isBad: isBadEnd(phase) }
}

function isStart({ input }: ShownCall): boolean {
  return input.type === 'object' && input.value['action'] === 'start'
}
