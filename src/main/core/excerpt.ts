import { wellFormed } from './well-formed.ts'

/** Begin and end of a text that is longer than this, in UTF-16 code units, and how much is left out between them. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  const half = length / 2
  const left = text.length - length
  return `${wellFormed(text.slice(0, half))}\n[… ${left} characters left out …]\n${wellFormed(text.slice(-half))}`
}

/** The most of the newest words that stands behind a summary: it could not help where they alone are too long. */
const NEWEST_LENGTH = 32 * 1024

/** The newest words of a person, or a sub-agent's task, as they stand behind a summary. */
export function newestBehindSummary(text: string): string {
  return excerpt(text, NEWEST_LENGTH)
}
