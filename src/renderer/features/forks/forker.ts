import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { App } from '../../state/app.ts'

type Forked = Result<ConversationSummary, AppError>

/**
 * Continues in a new conversation: with everything in this one up to a place, or (null) with a summary of it. Asked again
 * for the same place before the answer, or with the same new id, it forks once.
 */
export type Fork = (
  conversationId: ConversationId,
  throughSeq: number | null,
  newConversationId?: ConversationId,
) => Promise<void>

/** The fork is not shown to whoever writes a message in the meantime: its second half would get into the fork. */
export function forker(
  { client, composing }: Pick<App, 'client' | 'composing'>,
  showCreated: (creating: Promise<Forked>, isReady: () => boolean) => Promise<Forked>,
): Fork {
  const asked = new Set<string>()
  return async (conversationId, throughSeq, newConversationId) => {
    const place = `${conversationId} ${throughSeq}`
    if (asked.has(place)) return
    asked.add(place)
    const newId = newConversationId ?? ConversationId.parse(crypto.randomUUID())
    const input = { conversationId, newConversationId: newId, throughSeq }
    const { text } = composing.of(conversationId)
    const answer = await showCreated(
      client.request('conversation.fork', input),
      () => composing.of(conversationId).text === text,
    )
    asked.delete(place)
    if (!answer.ok) composing.notify(conversationId, answer.error)
  }
}
