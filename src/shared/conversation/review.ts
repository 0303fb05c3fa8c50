import { z } from 'zod'
import { TurnId } from '../ids.ts'

/** Which changes to show: those of a turn, of the conversation, or of the working tree against git's HEAD. */
export const ReviewScope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('turn'), turnId: TurnId }).readonly(),
  z.object({ type: z.literal('conversation') }).readonly(),
  z.object({ type: z.literal('folder') }).readonly(),
])
export type ReviewScope = z.infer<typeof ReviewScope>

/** The most files whose changes one review shows; the rest are counted. */
export const MAX_REVIEWED_FILES = 2_000

export const ReviewedFile = z
  .object({
    /** For people: relative within the folder, otherwise absolute. */
    path: z.string(),
    /** Its previous name; null: unchanged. */
    from: z.string().nullable(),
    what: z.enum(['changed', 'new', 'deleted', 'renamed']),
    /** The hunks of a unified diff; empty: there is nothing to show, and `note` says why. */
    hunks: z.string(),
    added: z.number().int().nonnegative(),
    removed: z.number().int().nonnegative(),
    /** A sentence for people; null: none. */
    note: z.string().nullable(),
  })
  .readonly()
export type ReviewedFile = z.infer<typeof ReviewedFile>

export const Review = z
  .object({
    files: z.array(ReviewedFile).max(MAX_REVIEWED_FILES).readonly(),
    /** What is not covered, or was left out: sentences for people. */
    notes: z.array(z.string()).readonly(),
  })
  .readonly()
export type Review = z.infer<typeof Review>

export const MAX_REVIEW_COMMENTS = 200
export const MAX_COMMENT_LENGTH = 4_000
/** How much of a line is quoted, in UTF-16 code units. */
export const MAX_QUOTED_LINE = 400

/** A person's comment on one line. */
export const ReviewComment = z
  .object({
    id: z.string().min(1).max(100),
    path: z.string().min(1).max(4096),
    /** Whether the line belongs to the old or the new version of the file. */
    side: z.enum(['old', 'now']),
    line: z.number().int().positive(),
    quoted: z.string().max(MAX_QUOTED_LINE),
    text: z.string().max(MAX_COMMENT_LENGTH),
  })
  .readonly()
export type ReviewComment = z.infer<typeof ReviewComment>

export const ReviewComments = z.array(ReviewComment).max(MAX_REVIEW_COMMENTS).readonly()
