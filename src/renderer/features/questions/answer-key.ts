import type { QuestionPlace } from '../../../shared/conversation/open-question.ts'
import type { ConversationId } from '../../../shared/ids.ts'

/** The beginning of the keys of all answers typed in a conversation (`TypedTexts`). */
export function answersOf(conversationId: ConversationId): string {
  return `answer ${conversationId} `
}

export function answerKey(
  conversationId: ConversationId,
  { callId, number }: QuestionPlace,
): string {
  return `${answersOf(conversationId)}${callId} ${number ?? ''}`
}
