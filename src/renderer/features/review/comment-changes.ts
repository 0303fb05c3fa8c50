import {
  type CommentChange,
  markOfComment,
  MAX_KNOWN_TEXTS,
  type ReviewComment,
} from '../../../shared/conversation/review.ts'

type Comments = readonly ReviewComment[]
type Changes = readonly CommentChange[]

/** What may be on disk: the comments of the last answer, and the changes that were sent since. */
export interface Attempts {
  readonly stored: Comments
  readonly tried: readonly Changes[]
}

/** An empty comment exists only in its window. */
export function isWritten({ text }: ReviewComment): boolean {
  return text.trim() !== ''
}

/** The changes of comments that may differ on disk. */
export function changesIn(attempts: Attempts, comments: Comments): Changes {
  const before = byId(attempts.stored)
  const wanted = byId(comments.filter(isWritten))
  const tried = attempts.tried.flat()
  const ids = new Set([...wanted.keys(), ...before.keys(), ...tried.map(({ id }) => id)])
  return [...ids].flatMap((id) => {
    const comment = wanted.get(id) ?? null
    const ofId = tried.filter((each) => each.id === id).map((each) => each.comment)
    const isSame = [before.get(id), ...ofId].every((each) => each?.text === comment?.text)
    return isSame ? [] : [{ id, known: [...knownOf(attempts, id)], comment }]
  })
}

/** While no answer comes, the first ones are kept: later ones cannot have arrived. */
export function withAttempt({ stored, tried }: Attempts, sent: Changes): Attempts {
  return { stored, tried: [...tried.slice(0, MAX_KNOWN_TEXTS - 2), sent] }
}

/** `sent`: the attempt that was answered; earlier ones are over too. Null: none was. */
export function answered({ tried }: Attempts, stored: Comments, sent: Changes | null): Attempts {
  return { stored, tried: sent === null ? tried : tried.slice(tried.indexOf(sent) + 1) }
}

/**
 * The comments of this window with what other windows changed. If both changed the same comment, both texts stay: the
 * other one becomes a comment of its own.
 */
export function merged(attempts: Attempts, comments: Comments, stored: Comments): Comments {
  const [before, mine, theirs] = [byId(attempts.stored), byId(comments), byId(stored)]
  const isTouched = (each: ReviewComment): boolean => before.get(each.id)?.text !== each.text
  const isKnown = (each: ReviewComment): boolean =>
    knownOf(attempts, each.id).has(markOfComment(each))
  const here = comments.flatMap((each) => {
    const other = theirs.get(each.id)
    if (other === undefined) return isTouched(each) ? [each] : []
    if (other.text === each.text || isKnown(other)) return [each]
    return isTouched(each) ? [each, { ...other, id: crypto.randomUUID() }] : [other]
  })
  return [...here, ...stored.filter((each) => !mine.has(each.id) && !isKnown(each))]
}

function byId(comments: Comments): ReadonlyMap<string, ReviewComment> {
  return new Map(comments.map((each) => [each.id, each]))
}

/** The texts of a comment that this window has shown or tried to save, by their marks. */
function knownOf({ stored, tried }: Attempts, id: string): ReadonlySet<string> {
  const sent = tried.flat().flatMap(({ comment }) => comment ?? [])
  const own = [...stored, ...sent].filter((each) => each.id === id)
  return new Set(own.map(markOfComment))
}
