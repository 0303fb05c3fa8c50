import type { QuestionPlace } from '../../../shared/conversation/open-question.ts'
import type { ConversationId } from '../../../shared/ids.ts'

/** The beginning of the keys of all answers begun in a conversation (`TypedTexts`). */
export function answersOf(conversationId: ConversationId): string {
  return `answer ${conversationId} `
}

/** The rest of these keys, for one question: what belongs to its answer. */
export function answerTo({ callId, number }: QuestionPlace): string {
  return `${callId} ${number ?? ''}`
}
