/** More than any emoji has, in UTF-16 units. */
const LONGEST = 64
const JOINER = /[\u200C\u200D]/
/** Matches a text whose last character can be the beginning of an emoji, or be joined to the next letter. */
const IS_OPEN = /[^\0-\u007F]$|[\d#*]$/

/**
 * Returns the beginning of a text that arrives in pieces, as far as nothing that follows can change how it is shown: a
 * model's piece can end within an emoji, or between a letter and its joiner.
 */
export function settledText(text: string): string {
  if (!IS_OPEN.test(text)) return text
  const from = Math.max(0, text.length - LONGEST)
  const starts = Array.from(new Intl.Segmenter().segment(text.slice(from)), ({ index }) => index)
  const start = starts.findLast((at) => at > 0 && !JOINER.test(text[from + at - 1] ?? ''))
  if (start === undefined) return from === 0 ? '' : text
  return text.slice(0, from + start)
}
