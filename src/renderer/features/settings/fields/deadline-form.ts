import { failed, ok, type Result } from '../../../../shared/result.ts'
import {
  type OwnTimeouts,
  TIMEOUT_BOUNDS,
  type Timeouts,
} from '../../../../shared/models/timeouts.ts'

type DeadlineName = keyof Timeouts

/** Seconds, as typed; '' for Phoenix's default. */
export type DeadlineFields = Readonly<Record<DeadlineName, string>>

/** The deadlines in the order of the form. */
export const DEADLINES: readonly (readonly [name: DeadlineName, label: string])[] = [
  ['connectMs', 'Connection'],
  ['firstByteMs', 'First byte'],
  ['silenceMs', 'Silence'],
  ['thinkingSilenceMs', 'Silence while it thinks'],
  ['requestMs', 'Whole request'],
]

export function deadlineFields(own: OwnTimeouts): DeadlineFields {
  return {
    connectMs: seconds(own.connectMs),
    firstByteMs: seconds(own.firstByteMs),
    silenceMs: seconds(own.silenceMs),
    thinkingSilenceMs: seconds(own.thinkingSilenceMs),
    requestMs: seconds(own.requestMs),
  }
}

/** The deadlines to save; the error is a sentence for people. */
export function timeoutsIn(fields: DeadlineFields): Result<OwnTimeouts, string> {
  const own: { -readonly [Name in DeadlineName]?: number } = {}
  for (const [name, label] of DEADLINES) {
    const ms = deadlineIn(fields[name])
    if (!ms.ok) return failed(`${label}: enter ${ms.error}`)
    if (ms.value !== null) own[name] = ms.value
  }
  return ok(own)
}

/** In ms; null: Phoenix's default. The error names the valid values. */
export function deadlineIn(text: string): Result<number | null, string> {
  const typed = text.trim()
  if (typed === '') return ok(null)
  const ms = SECONDS.test(typed) ? Math.round(Number(typed) * 1000) : 0
  return ms < TIMEOUT_BOUNDS.min || ms > TIMEOUT_BOUNDS.max
    ? failed(`a number of seconds from 1 to ${MOST_SECONDS}, or leave it empty.`)
    : ok(ms)
}

/** Precise to the millisecond: a settings file can contain any value, and the form must be able to save it again. */
const SECONDS = /^\d{1,6}(\.\d{1,3})?$/
const MOST_SECONDS = (TIMEOUT_BOUNDS.max / 1000).toLocaleString('en')

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : String(ms / 1000)
}
