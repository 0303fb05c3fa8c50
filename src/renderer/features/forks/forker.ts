import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { App } from '../../state/app.ts'
import { UnderWay } from '../../state/under-way.ts'

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
  const underWay = new UnderWay()
  return (conversationId, throughSeq, newConversationId) =>
    underWay.once(`${conversationId} ${throughSeq}`, async () => {
      const newId = newConversationId ?? ConversationId.parse(crypto.randomUUID())
      const input = { conversationId, newConversationId: newId, throughSeq }
      const { text } = composing.of(conversationId)
      const answer = await showCreated(
        client.request('conversation.fork', input),
        () => composing.of(conversationId).text === text,
      )
      if (!answer.ok) composing.notify(conversationId, answer.error)
    })
}
