import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/message.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Client } from '../../../shared/client.ts'

/** What this window has of a conversation: its newest messages, oldest first. */
export interface LoadedHistory {
  readonly conversationId: ConversationId
  readonly messages: readonly Message[]
  readonly hasEarlier: boolean
}

/** All messages, oldest first, asked for page by page. Null: nobody wants them any more. */
export async function wholeHistory(
  client: Client,
  { conversationId, hasEarlier, messages }: LoadedHistory,
  isWanted: () => boolean,
): Promise<Result<readonly Message[], AppError> | null> {
  const pages: (readonly Message[])[] = [messages]
  let first = messages[0]
  for (let isMore = hasEarlier; isMore && first !== undefined;) {
    const answer = await client.request('conversation.earlier', {
      conversationId,
      beforeSeq: first.seq,
    })
    if (!isWanted()) return null
    if (!answer.ok) return answer
    pages.push(answer.value.messages)
    isMore = answer.value.hasEarlier
    first = answer.value.messages[0]
  }
  return ok(pages.toReversed().flat())
}
