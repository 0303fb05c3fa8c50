import type { CommandOutput } from '../shared/protocol/commands.ts'
import type { ConversationSummary } from '../shared/conversation/conversation.ts'
import { failed, ok, type Result } from '../shared/result.ts'

export type OpenedApp = CommandOutput<'app.open'>

/** Finds a conversation by its id, or a unique beginning of the id. The error is a sentence for people. */
export function conversationOf(
  text: string,
  conversations: readonly ConversationSummary[],
): Result<ConversationSummary, string> {
  const found = conversations.filter(({ id }) => id.startsWith(text))
  const [first] = found
  const exact = found.find(({ id }) => id === text) ?? (found.length === 1 ? first : undefined)
  if (exact !== undefined) return ok(exact)
  return failed(
    first === undefined
      ? `There is no conversation ${JSON.stringify(text)}. phoenix list shows them all.`
      : `${found.length} conversations begin with ${JSON.stringify(text)}. Give more of the id.`,
  )
}
