import * as z from '../schema.ts'
import { Place, SummaryFocus } from '../messages/message.ts'
import { Attachment, MAX_ATTACHMENTS } from '../messages/attachment.ts'
import { ConversationSummary } from '../conversation/conversation.ts'
import { HistoryDifference } from '../conversation/history-difference.ts'
import { ConversationId, MessageId } from '../ids.ts'
import { MAX_MESSAGE_LENGTH } from '../messages/message.ts'

/** Commands that fork, rewind and verify the history. */
export const historyCommands = {
  /**
   * Creates a conversation in the same folder with the same settings and copies of this one's messages up to that
   * place, even while this one is busy. Null: with a summary of the whole conversation, or an excerpt. The client makes
   * the id: sent twice, it forks once.
   */
  'conversation.fork': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        newConversationId: ConversationId,
        throughSeq: z.number().int().positive().nullable(),
      })
      .readonly(),
    output: ConversationSummary,
  },
  /**
   * Rewinds to before a message of the person (null: the newest): the model no longer receives it or what followed.
   * Returns its content for editing.
   */
  'conversation.rewind': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, messageId: MessageId.nullable() }).readonly(),
    output: z
      .object({
        text: z.string().max(MAX_MESSAGE_LENGTH),
        attachments: z.array(Attachment).max(MAX_ATTACHMENTS).readonly(),
      })
      .readonly(),
  },
  /**
   * Switches to another version of a message, with everything that last followed it. Succeeds without effect if it is
   * the current one.
   */
  'conversation.showVersion': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, messageId: MessageId }).readonly(),
    output: z.object({}).readonly(),
  },
  /**
   * Summarises all, or up to a place that a person's message follows. `focus`: what the summary should keep, in the
   * person's words. Succeeds without effect if nothing is new.
   */
  'turn.compact': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        throughSeq: Place.optional(),
        focus: SummaryFocus.optional(),
      })
      .readonly(),
    output: z.object({}).readonly(),
  },
  /**
   * Rewinds to after the message at that place; a reply keeps its results. Succeeds without effect if nothing follows
   * it.
   */
  'conversation.restoreTo': {
    needs: 'write',
    input: z
      .object({ conversationId: ConversationId, throughSeq: z.number().int().positive() })
      .readonly(),
    output: z.object({}).readonly(),
  },
  /**
   * Replays the stored logs of the next conversations after `after` (null: from the first; sub-agents included) and
   * returns the first difference between each and what is stored. `next`: where to continue; null if these were the
   * last of `total`. `only`: verify this conversation only.
   */
  'history.verify': {
    needs: 'read',
    input: z
      .object({ after: ConversationId.nullable(), only: ConversationId.optional() })
      .readonly(),
    output: z
      .object({
        conversations: z.number().int().nonnegative(),
        events: z.number().int().nonnegative(),
        differences: z.array(HistoryDifference).readonly(),
        total: z.number().int().nonnegative(),
        next: ConversationId.nullable(),
        /** Number of stale reports refused since the start. */
        stale: z.number().int().nonnegative(),
      })
      .readonly(),
  },
} as const
