import type { AppError } from '../../shared/app-error.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Client } from '../client.ts'
import type { ShellCommand } from '../../shared/conversation/shell-command.ts'

/** The part of a conversation in this window: its newest messages, oldest first. */
export interface LoadedHistory {
  readonly conversationId: ConversationId
  readonly messages: readonly Message[]
  readonly shells: readonly ShellCommand[]
  readonly hasEarlier: boolean
}

export type WholeHistory = Pick<LoadedHistory, 'messages' | 'shells'>

/**
 * Returns all messages and the commands that people ran themselves, oldest first, requested page by page. Null if no
 * longer wanted.
 */
export async function wholeHistory(
  client: Client,
  { conversationId, hasEarlier, messages, shells }: LoadedHistory,
  isWanted: () => boolean,
): Promise<Result<WholeHistory, AppError> | null> {
  const pages: WholeHistory[] = [{ messages, shells }]
  let first = messages[0]
  for (let isMore = hasEarlier; isMore && first !== undefined;) {
    const answer = await client.request('conversation.earlier', {
      conversationId,
      beforeSeq: first.seq,
    })
    if (!isWanted()) return null
    if (!answer.ok) return answer
    pages.push(answer.value)
    isMore = answer.value.hasEarlier
    first = answer.value.messages[0]
  }
  const oldestFirst = pages.toReversed()
  return ok({
    messages: oldestFirst.flatMap((page) => page.messages),
    shells: oldestFirst.flatMap((page) => page.shells),
  })
}
