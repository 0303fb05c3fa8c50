import type { ReviewComment } from '../../../shared/conversation/review.ts'

/** Joins comments into one message, in the order of files and lines. */
export function messageOf(comments: readonly ReviewComment[]): string {
  const written = comments.filter(({ text }) => text.trim() !== '').toSorted(byPlace)
  const heading = written.length === 1 ? 'A comment on your changes:' : 'Comments on the changes:'
  return [heading, ...written.map(wordsOf)].join('\n\n')
}

function wordsOf({ line, path, quoted, side, text }: ReviewComment): string {
  const place = `${path}:${line}${side === 'old' ? ' (removed line)' : ''}`
  return `${place}\n> ${quoted}\n${text.trim()}`
}

/** On the same line, the removed side comes first. */
function byPlace(one: ReviewComment, other: ReviewComment): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1
  return one.line - other.line || (one.side === other.side ? 0 : one.side === 'old' ? -1 : 1)
}
