import { z } from 'zod'
import { Attachment, MAX_ATTACHMENTS } from '../messages/attachment.ts'
import { ConversationSummary } from '../conversation/conversation.ts'
import { HistoryDifference } from '../conversation/history-difference.ts'
import { ConversationId, MessageId } from '../ids.ts'
import { MAX_MESSAGE_LENGTH } from '../messages/message.ts'

/** What a client does with what was said before. */
export const historyCommands = {
  /**
   * Begins a new conversation in the same folder, with the same settings and copies of the messages of this one up to that
   * place, also while this one is at work. Null: with a summary of all that was said in it, or an excerpt. The client makes the
   * id: sent twice, it forks once.
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
   * Takes back a message of the person (null: the newest) and all that was said since: the model no longer gets it. Answers
   * what is to be said again.
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
  /** Has another version of a message count, with all that was said after it the last time. Done where it counts already. */
  'conversation.showVersion': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, messageId: MessageId }).readonly(),
    output: z.object({}).readonly(),
  },
  /** Takes back all that was said behind a message, by its place; a reply keeps its results. Done where nothing was. */
  'conversation.restoreTo': {
    needs: 'write',
    input: z
      .object({ conversationId: ConversationId, throughSeq: z.number().int().positive() })
      .readonly(),
    output: z.object({}).readonly(),
  },
  /**
   * Replays the stored logs of the next conversations behind `after` (null: from the first, sub-agents' too) and names the
   * first difference of each with what is stored. `next`: where to go on; null: these were the last of `total`. `only`: this one.
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
        /** Since the start: reports for which nothing waited any more, and which were refused. */
        stale: z.number().int().nonnegative(),
      })
      .readonly(),
  },
} as const
