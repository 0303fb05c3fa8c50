import type { MessageId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'

/**
 * Returns the newest page of messages, extended back to the reply with this id: a state names the calls of a round, and
 * the page finds their inputs in the reply. `pageBefore`: returns the messages before a place, oldest first.
 */
export function newestMessages(
  pageBefore: (seq: number | null) => readonly Message[],
  replyId: MessageId | null,
): readonly Message[] {
  let messages = pageBefore(null)
  if (replyId === null) return messages
  while (!messages.some(({ id }) => id === replyId)) {
    const earlier = pageBefore(messages[0]?.seq ?? 0)
    if (earlier.length === 0) break
    messages = [...earlier, ...messages]
  }
  return messages
}
