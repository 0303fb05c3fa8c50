import { z } from 'zod'
import { ConversationId, MessageId } from '../ids.ts'
import { MessageMode, WaitingMessage } from '../messages/waiting.ts'

const nothing = z.object({}).readonly()

/** Messages that wait to be sent. */
export const outboxCommands = {
  /** Puts a message behind those that wait, or in place of the waiting one of the same id. */
  'outbox.put': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, message: WaitingMessage }).readonly(),
    output: nothing,
  },
  'outbox.remove': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, messageId: MessageId }).readonly(),
    output: nothing,
  },
  /** The order from now on; ids that are left out keep theirs, behind. */
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
  /** Sends a waiting message at once, as a message of its own. Refused, it goes on waiting. */
  'outbox.send': {
    needs: 'write',
    input: z
      .object({ conversationId: ConversationId, messageId: MessageId, mode: MessageMode })
      .readonly(),
    output: nothing,
  },
} as const
