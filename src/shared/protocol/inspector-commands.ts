import * as z from '../schema.ts'
import { ContextUse } from '../messages/context-use.ts'
import { ConversationId } from '../ids.ts'
import { Message } from '../messages/message.ts'
import { ReviewedFile } from '../conversation/review.ts'
import { ConversationSpend } from '../models/price.ts'
import { StateView, TurnView } from '../conversation/state-view.ts'

/** Maximum number of log rows in one answer. */
export const LOG_PAGE = 200

/**
 * A row of a conversation's event log. `type`: the event of an input, or what the step declared for a lifecycle row.
 * `missing`: a row that should exist.
 */
export const LogRowView = z
  .object({
    seq: z.number().int().positive(),
    /** ms since 1970. */
    at: z.number(),
    kind: z.enum(['input', 'lifecycle', 'missing']),
    type: z.string(),
  })
  .readonly()
export type LogRowView = z.infer<typeof LogRowView>

/** A file that differs from its state before the agents worked. `path` and `shown`: as in `FileChange`. */
export const PastFile = z
  .object({
    path: z.string(),
    shown: z.string(),
    became: z.enum(['created', 'changed', 'deleted']),
  })
  .readonly()
export type PastFile = z.infer<typeof PastFile>

/** A conversation as of the log row at `seq`. */
export const PastView = z
  .object({
    seq: z.number().int().positive(),
    /** Time of that row, in ms since 1970. */
    at: z.number(),
    state: StateView,
    turn: TurnView.nullable(),
    /** The newest messages at that point, oldest first. */
    messages: z.array(Message).readonly(),
    hasEarlier: z.boolean(),
    /** The value of the context meter. Null if no session had started. */
    use: ContextUse.nullable(),
    /** The spend on answers received by then. */
    spend: ConversationSpend,
    /** Changes made by tools of the agent and its sub-agents, without the effects of commands. */
    files: z.array(PastFile).readonly(),
  })
  .readonly()
export type PastView = z.infer<typeof PastView>

/** Commands of the inspector. They change nothing. */
export const inspectorCommands = {
  /** Returns the rows after `afterSeq`, in order. */
  'log.rows': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, afterSeq: z.number().int().nonnegative() })
      .readonly(),
    output: z.object({ rows: z.array(LogRowView).readonly() }).readonly(),
  },
  /**
   * Folds the log up to that row. Fails if the log does not lead to the stored state. A client's newest request cancels
   * its older ones.
   */
  'log.past': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, seq: z.number().int().positive() })
      .readonly(),
    output: PastView,
  },
  /**
   * Returns what tools had made of one of that row's `files`, as a diff; never the file as it is now. A client's newest
   * request for a file or a row cancels its older ones for a file.
   */
  'log.pastFile': {
    needs: 'read',
    input: z
      .object({
        conversationId: ConversationId,
        seq: z.number().int().positive(),
        path: z.string(),
      })
      .readonly(),
    output: ReviewedFile,
  },
} as const
