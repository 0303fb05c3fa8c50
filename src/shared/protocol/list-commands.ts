import * as z from '../schema.ts'
import { ConversationSummary } from '../conversation/conversation.ts'
import { ConversationId } from '../ids.ts'
import { promptCommands } from './prompt-commands.ts'

const nothing = z.object({}).readonly()
const ofConversation = z.object({ conversationId: ConversationId }).readonly()

/** How long a deletion can be undone, in ms. */
export const DELETION_UNDO_MS = 5_000

/** Maximum number of rows moved at once. */
export const MOST_MOVED = 1_000

/** Maximum length of an unsent message's preview, in characters. */
export const DRAFT_BEGINNING = 200

/** An unsent message in an otherwise empty conversation. */
export const UnsentDraft = z
  .object({
    conversationId: ConversationId,
    folder: z.string(),
    /** At most DRAFT_BEGINNING characters. */
    beginning: z.string(),
    /** Number of attachments. */
    files: z.number().int().nonnegative(),
  })
  .readonly()
export type UnsentDraft = z.infer<typeof UnsentDraft>

/** Maximum number of conversations that a window shows at once. */
export const MOST_SHOWN = 2

/** Commands of the list and its rows. */
export const listCommands = {
  /** Returns the next 1,000 of the rows that `app.open` left out, as of that answer; events report later changes. */
  'list.rows': {
    needs: 'read',
    input: nothing,
    output: z
      .object({
        conversations: z.array(ConversationSummary).readonly(),
        /** False if there are more. */
        isWhole: z.boolean(),
      })
      .readonly(),
  },
  /** Archives or unarchives a conversation. Its work continues. */
  'conversation.archive': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, isArchived: z.boolean() }).readonly(),
    output: nothing,
  },
  /**
   * Has a model write a new title from the first question and the last answer. It replaces even a title given by a
   * person. `problem`: why there is none, for people. Both are null if another title was given or requested meanwhile.
   */
  'conversation.retitle': {
    needs: 'write',
    input: ofConversation,
    output: z.object({ title: z.string().nullable(), problem: z.string().nullable() }).readonly(),
  },
  /** Pins a conversation to the top, or unpins it. */
  'conversation.pin': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, isPinned: z.boolean() }).readonly(),
    output: nothing,
  },
  /** Moves rows within their folder (`manual-order.ts`): one, and the neighbours that make room. */
  'conversation.order': {
    needs: 'write',
    input: z
      .object({
        ranks: z
          .array(z.object({ conversationId: ConversationId, rank: z.number() }).readonly())
          .min(1)
          .max(MOST_MOVED)
          .readonly(),
      })
      .readonly(),
    output: nothing,
  },
  /**
   * Stops all work of the conversation and its sub-agents and hides it. It is removed from the disk after
   * DELETION_UNDO_MS or when Phoenix quits. Deleting it twice succeeds.
   */
  'conversation.delete': { needs: 'write', input: ofConversation, output: nothing },
  /** Restores a deleted conversation; refused once it was removed from the disk. */
  'conversation.restore': { needs: 'write', input: ofConversation, output: nothing },
  ...promptCommands,
  /** Lists unsent drafts, those of the newest conversations first. */
  'draft.unsent': {
    needs: 'read',
    input: nothing,
    output: z.object({ drafts: z.array(UnsentDraft).readonly() }).readonly(),
  },
} as const
