import { z } from 'zod'
import { ConversationId } from '../ids.ts'
import { Review, ReviewComments, ReviewScope } from '../conversation/review.ts'

const ofConversation = z.object({ conversationId: ConversationId }).readonly()

/** Changes as one diff, and what a person has to say of their lines (docs/decisions/090). */
export const reviewCommands = {
  /** The newest request of a client ends the one before. */
  'review.read': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, scope: ReviewScope }).readonly(),
    output: Review,
  },
  /** Comments that were not sent yet. */
  'review.comments': {
    needs: 'read',
    input: ofConversation,
    output: z.object({ comments: ReviewComments }).readonly(),
  },
  'review.saveComments': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, comments: ReviewComments }).readonly(),
    output: z.object({}).readonly(),
  },
  /**
   * A model writes a message for a commit of the folder's changes; nothing is committed. `problem`: why there is none, for
   * people; both null: a newer request of the client took its place.
   */
  'review.draftMessage': {
    needs: 'write',
    input: ofConversation,
    output: z.object({ message: z.string().nullable(), problem: z.string().nullable() }).readonly(),
  },
} as const
