import { callIn } from '../messages/call-id.ts'
import type { CallId } from '../ids.ts'
import type { Message } from '../messages/message.ts'
import { questionOf, type UserQuestion } from '../messages/user-question.ts'
import type { StateView } from './state-view.ts'

/** Identifies a question: by its call and, if the call is running, by its number within the call. */
export interface QuestionPlace {
  readonly callId: CallId
  readonly number?: number
}

/** A question that waits for a person. */
export interface OpenQuestion {
  readonly place: QuestionPlace
  /** The name of the asker; null for the agent. */
  readonly by: string | null
  readonly question: UserQuestion
  /** An answer must come before this time, in ms since 1970; null if there is no limit. */
  readonly deadline: number | null
}

/** Null if no question waits, or the message that contains it is not among these. */
export function openQuestionIn(
  state: StateView,
  messages: readonly Message[],
): OpenQuestion | null {
  if (state.type !== 'awaitingAnswer') return null
  const { asked, callId } = state
  if (asked !== undefined) {
    const { by, deadline, number, question } = asked
    return { place: { callId, number }, by, question, deadline }
  }
  const call = callIn(messages, callId)
  const question = call === null ? null : questionOf(call.input)
  return question === null ? null : { place: { callId }, by: null, question, deadline: null }
}
