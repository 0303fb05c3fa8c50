import { z } from 'zod'
import { ContextUse } from '../messages/context-use.ts'
import { ConversationId } from '../ids.ts'
import { Message } from '../messages/message.ts'
import { ConversationSpend } from '../models/price.ts'
import { StateView, TurnView } from '../conversation/state-view.ts'

/** The most rows of a log that one answer holds. */
export const LOG_PAGE = 200

/**
 * A row of a conversation's event log. `type`: of an input what happened, of a lifecycle row what the step declared.
 * `missing`: there should be a row here.
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

/** A file that is not as it was before the agents worked. `shown`: as in `FileChange`. */
export const PastFile = z
  .object({ shown: z.string(), became: z.enum(['created', 'changed', 'deleted']) })
  .readonly()
export type PastFile = z.infer<typeof PastFile>

/** A conversation as it was when the row at `seq` had been written. */
export const PastView = z
  .object({
    seq: z.number().int().positive(),
    /** When that was, in ms since 1970. */
    at: z.number(),
    state: StateView,
    turn: TurnView.nullable(),
    /** The newest messages that there were by then, oldest first. */
    messages: z.array(Message).readonly(),
    hasEarlier: z.boolean(),
    /** What the context meter said. Null: no session had begun. */
    use: ContextUse.nullable(),
    /** By then, for answers that had come. */
    spend: ConversationSpend,
    /** What tools of the agent and its sub-agents had made of files, without what commands did. */
    files: z.array(PastFile).readonly(),
  })
  .readonly()
export type PastView = z.infer<typeof PastView>

/** What the inspector asks. It changes nothing. */
export const inspectorCommands = {
  /** The rows behind `afterSeq`, in their order. */
  'log.rows': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, afterSeq: z.number().int().nonnegative() })
      .readonly(),
    output: z.object({ rows: z.array(LogRowView).readonly() }).readonly(),
  },
  /** Folds the log up to that row. Fails where it does not lead to what is stored. The newest that a client asks ends its older ones. */
  'log.past': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, seq: z.number().int().positive() })
      .readonly(),
    output: PastView,
  },
} as const
