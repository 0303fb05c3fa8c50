import * as z from '../schema.ts'
import { ConversationId, MessageId } from '../ids.ts'
import { MessageMode, WaitingMessage } from '../messages/waiting.ts'

const nothing = z.object({}).readonly()

/** Commands for the outbox. */
export const outboxCommands = {
  /**
   * Adds a message to the end of the outbox, or replaces the waiting message of the same id. `behind`: those that it followed
   * before; it goes behind the last of them that still waits, or to the beginning.
   */
  'outbox.put': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        message: WaitingMessage,
        behind: z.array(MessageId).max(100).readonly().optional(),
      })
      .readonly(),
    output: nothing,
  },
  'outbox.remove': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, messageId: MessageId }).readonly(),
    output: nothing,
  },
  /** Reorders the outbox; messages not listed follow in their current order. */
  'outbox.order': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        messageIds: z.array(MessageId).max(100).readonly(),
      })
      .readonly(),
    output: nothing,
  },
  /** Sends a waiting message at once as a separate message. If refused, it stays in the outbox. */
  'outbox.send': {
    needs: 'write',
    input: z
      .object({ conversationId: ConversationId, messageId: MessageId, mode: MessageMode })
      .readonly(),
    output: nothing,
  },
} as const
