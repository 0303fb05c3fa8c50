import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'
import { CommentChange, Review, ReviewComments, ReviewScope } from '../conversation/review.ts'

const MAX_CHANGES = 1_000

const ofConversation = z.object({ conversationId: ConversationId }).readonly()

/** Commands that show changes as one diff and keep comments on its lines (docs/decisions/090). */
export const reviewCommands = {
  /** Returns the diff. A client's newest request cancels its older ones. */
  'review.read': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, scope: ReviewScope }).readonly(),
    output: Review,
  },
  /** Returns the unsent comments. */
  'review.comments': {
    needs: 'read',
    input: ofConversation,
    output: z.object({ comments: ReviewComments }).readonly(),
  },
  /**
   * Changes single comments, and returns all of them: other clients have changed others. One whose stored text the
   * client does not know stays as it is.
   */
  'review.saveComments': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        changes: z.array(CommentChange).max(MAX_CHANGES).readonly(),
      })
      .readonly(),
    output: z.object({ comments: ReviewComments }).readonly(),
  },
  /**
   * Has a model write a commit message for the folder's changes; commits nothing. `problem`: why there is none, for
   * people. Both are null if a newer request of the client replaced this one.
   */
  'review.draftMessage': {
    needs: 'write',
    input: ofConversation,
    output: z.object({ message: z.string().nullable(), problem: z.string().nullable() }).readonly(),
  },
} as const
