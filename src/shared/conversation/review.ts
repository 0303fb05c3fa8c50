import * as z from '../schema.ts'
import { TurnId } from '../ids.ts'
import { DraftMark, markOf } from '../messages/draft-mark.ts'

/** The changes to show: those of a turn, of the conversation, or of the working tree against git's HEAD. */
export const ReviewScope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('turn'), turnId: TurnId }).readonly(),
  z.object({ type: z.literal('conversation') }).readonly(),
  z.object({ type: z.literal('folder') }).readonly(),
])
export type ReviewScope = z.infer<typeof ReviewScope>

/** Maximum number of files shown in one review; the rest are counted. */
export const MAX_REVIEWED_FILES = 2_000

export const ReviewedFile = z
  .object({
    /** For people: relative inside the folder, otherwise absolute. */
    path: z.string(),
    /** Its previous name; null if it was not renamed. */
    from: z.string().nullable(),
    /** 'conflicted': git could not merge it, and waits for the conflicts to be resolved. */
    what: z.enum(['changed', 'new', 'deleted', 'renamed', 'conflicted']),
    /** The hunks of a unified diff; empty if there is nothing to show, and `note` says why. */
    hunks: z.string(),
    added: z.number().int().nonnegative(),
    removed: z.number().int().nonnegative(),
    /** A sentence for people; null if there is none. */
    note: z.string().nullable(),
  })
  .readonly()
export type ReviewedFile = z.infer<typeof ReviewedFile>

export const Review = z
  .object({
    files: z.array(ReviewedFile).max(MAX_REVIEWED_FILES).readonly(),
    /** What is not covered or was left out: sentences for people. */
    notes: z.array(z.string()).readonly(),
  })
  .readonly()
export type Review = z.infer<typeof Review>

export const MAX_REVIEW_COMMENTS = 200
export const MAX_COMMENT_LENGTH = 4_000
/** Maximum length of a quoted line, in UTF-16 code units. */
export const MAX_QUOTED_LINE = 400

/** A person's comment on one line. */
export const ReviewComment = z
  .object({
    id: z.string().min(1).max(100),
    path: z.string().min(1).max(4096),
    /** The version of the file that the line belongs to. */
    side: z.enum(['old', 'now']),
    line: z.number().int().positive(),
    quoted: z.string().max(MAX_QUOTED_LINE),
    text: z.string().max(MAX_COMMENT_LENGTH),
  })
  .readonly()
export type ReviewComment = z.infer<typeof ReviewComment>

export const ReviewComments = z.array(ReviewComment).max(MAX_REVIEW_COMMENTS).readonly()

/** The most texts of one comment that a window says it knows. */
export const MAX_KNOWN_TEXTS = 50

/** A change of one comment. `known`: the texts of it that the window has shown or tried to save; null: it is removed. */
export const CommentChange = z
  .object({
    id: z.string().min(1).max(100),
    known: z.array(DraftMark).max(MAX_KNOWN_TEXTS).readonly(),
    comment: ReviewComment.nullable(),
  })
  .refine(({ comment, id }) => comment === null || comment.id === id)
  .readonly()
export type CommentChange = z.infer<typeof CommentChange>

export function markOfComment({ text }: Pick<ReviewComment, 'text'>): DraftMark {
  return markOf({ text, attachments: [] })
}

/** The comments after these changes. One whose text the window does not know was written in another: it stays. */
export function withChanges(
  stored: readonly ReviewComment[],
  changes: readonly CommentChange[],
): readonly ReviewComment[] {
  const changeOf = new Map(changes.map((each) => [each.id, each]))
  const ids = new Set(stored.map(({ id }) => id))
  const kept = stored.flatMap((each) => {
    const change = changeOf.get(each.id)
    if (change === undefined || !change.known.includes(markOfComment(each))) return [each]
    return change.comment === null ? [] : [change.comment]
  })
  return [
    ...kept,
    ...[...changeOf].flatMap(([id, { comment }]) => (comment && !ids.has(id) ? [comment] : [])),
  ]
}
