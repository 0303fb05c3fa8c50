import { z } from 'zod'
import { ConversationSummary } from '../conversation/conversation.ts'
import { ConversationId } from '../ids.ts'
import { promptCommands } from './prompt-commands.ts'

const nothing = z.object({}).readonly()
const ofConversation = z.object({ conversationId: ConversationId }).readonly()

/** How long a deletion can be undone, in ms. */
export const DELETION_UNDO_MS = 5_000

/** So many rows can be moved at once. */
export const MOST_MOVED = 1_000

/** How much of an unsent message is shown where conversations begin, in characters. */
export const DRAFT_BEGINNING = 200

/** A message that was begun in a conversation in which nothing was said yet. */
export const UnsentDraft = z
  .object({
    conversationId: ConversationId,
    folder: z.string(),
    /** At most DRAFT_BEGINNING characters of it. */
    beginning: z.string(),
    /** How many are attached. */
    files: z.number().int().nonnegative(),
  })
  .readonly()
export type UnsentDraft = z.infer<typeof UnsentDraft>

/** So many conversations a window shows at once. */
export const MOST_SHOWN = 2

/** The list, and what a person does with its rows. */
export const listCommands = {
  /** The next 1,000 rows of those that the answer to `app.open` left out, as they were then: events say what changed since. */
  'list.rows': {
    needs: 'read',
    input: nothing,
    output: z
      .object({
        conversations: z.array(ConversationSummary).readonly(),
        /** False: there are more. */
        isWhole: z.boolean(),
      })
      .readonly(),
  },
  /** Takes a conversation out of the list, or brings it back. What it does goes on. */
  'conversation.archive': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, isArchived: z.boolean() }).readonly(),
    output: nothing,
  },
  /**
   * A model makes a new title from the first question and the last answer. It replaces even a title that a person gave.
   * `problem`: why there is none, for people; both null: another title was given or asked for meanwhile.
   */
  'conversation.retitle': {
    needs: 'write',
    input: ofConversation,
    output: z.object({ title: z.string().nullable(), problem: z.string().nullable() }).readonly(),
  },
  /** Pinned ones stand first. */
  'conversation.pin': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, isPinned: z.boolean() }).readonly(),
    output: nothing,
  },
  /** Moves rows among those of their folder (`manual-order.ts`): one, and neighbours that have to make room. */
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
   * Stops everything that it and its sub-agents do and hides it. After DELETION_UNDO_MS it is removed from the disk, or when
   * Phoenix quits. Deleted twice, it is done.
   */
  'conversation.delete': { needs: 'write', input: ofConversation, output: nothing },
  /** Brings a deleted conversation back; refused once it was removed. */
  'conversation.restore': { needs: 'write', input: ofConversation, output: nothing },
  ...promptCommands,
  /** The newest conversations first. */
  'draft.unsent': {
    needs: 'read',
    input: nothing,
    output: z.object({ drafts: z.array(UnsentDraft).readonly() }).readonly(),
  },
} as const
