import type { TurnClock } from '../../../shared/turn.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'

/** What a person is asked who may give a turn more time. */
export interface TimeQuestion {
  readonly text: string
  readonly goOn: string
  /** When the turn ends without an answer, ms since 1970; null: its time stands, for a call is asked about. */
  readonly endsAt: number | null
}

/** Null: the turn has not reached its limit in time, or has none. */
export function timeQuestionOf(clock: TurnClock | null): TimeQuestion | null {
  if (clock?.stage !== 'grace') return null
  const { extensions, limitMs, time } = clock
  return {
    text: `This turn has worked for ${durationInWords(limitMs * (extensions + 1))}.`,
    goOn: `Continue for another ${durationInWords(limitMs)}`,
    endsAt: time.type === 'running' ? time.dueAt : null,
  }
}
