import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'

/** Returns the conversations in which something happened last, the newest first. */
export function newestOf(
  conversations: readonly ConversationSummary[],
  most: number,
): readonly ConversationSummary[] {
  return conversations.toSorted((one, other) => other.updatedAt - one.updatedAt).slice(0, most)
}
