import { durationInWords } from '../../../shared/duration-in-words.ts'
import type { TurnView } from '../../../shared/conversation/state-view.ts'

/** The question to a person who may give a turn more time. */
export interface TimeQuestion {
  readonly text: string
  readonly goOn: string
  /**
   * The time at which the turn ends without an answer, in ms since 1970; null: its clock is paused because a call needs
   * approval.
   */
  readonly endsAt: number | null
}

export function timeQuestionOf({
  workedMs,
  moreMs,
  endsAt,
}: NonNullable<TurnView['timeAsked']>): TimeQuestion {
  return {
    text: `This turn has worked for ${durationInWords(workedMs)}.`,
    goOn: `Continue for another ${durationInWords(moreMs)}`,
    endsAt,
  }
}
