import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { CallId, ConversationId } from '../../src/shared/ids.ts'
import type { QuestionAnswer } from '../../src/shared/messages/user-question.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { UNANSWERED } from '../faults/tool-faults.ts'
import type { World } from '../world.ts'

export function answerQuestion(
  world: World,
  client: SimulatedClient,
  conversationId: ConversationId,
  callId: CallId,
  answer: QuestionAnswer,
): void {
  const state = world.liveState(conversationId)
  if (state.type !== 'awaitingAnswer') world.sometimes('a question was answered too late')
  const number = state.type === 'awaitingAnswer' ? state.asked?.number : undefined
  client.request('question.answer', { conversationId, callId, number, answer }, (result) => {
    world.note(`answer ${answer.type} ${result.ok ? 'accepted' : result.error.code}`)
  })
}

/** The person who is asked, and how they answer. */
interface AskedPerson {
  readonly state: ConversationState
  answerQuestion(callId: CallId, answer: QuestionAnswer): void
}

/** Acts of people whom the agent asks a question. */
export const REPLIES = {
  answerQuestion: (asked) => reply(asked, answered([0], '')),
  answerInWords: (asked) => reply(asked, answered([], 'neither')),
  answerInFull: (asked) => reply(asked, answered([1], 'but slowly')),
  answerTwice: (asked) => {
    reply(asked, answered([0], ''))
    reply(asked, { type: 'skipped' })
  },
  answerWithNothing: (asked) => reply(asked, answered([], ' ')),
  skipQuestion: (asked) => reply(asked, { type: 'skipped' }),
} as const satisfies Record<string, (asked: AskedPerson) => void>

function answered(options: readonly number[], text: string): QuestionAnswer {
  return { type: 'answered', options, text }
}

function reply(asked: AskedPerson, answer: QuestionAnswer): void {
  const callId = questioned(asked)
  if (callId !== null) asked.answerQuestion(callId, answer)
}

/** The call whose question a person answers; null: none. */
export function questioned({ state }: Pick<AskedPerson, 'state'>): CallId | null {
  if (state.type !== 'awaitingAnswer' || state.asked?.by === UNANSWERED) return null
  return state.current.call.callId
}
