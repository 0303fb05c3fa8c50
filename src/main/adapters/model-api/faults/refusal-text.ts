import { firstUnits } from '../../../../shared/visible-text.ts'
import { asText } from '../json-fields.ts'

/** How much of a server's sentence is read, in UTF-16 code units: patterns over it take time by the square of its length. */
const MOST_READ = 4_000

/** The beginning of the sentence with which a server refuses a request; null if it is not text. */
export function refusalText(value: unknown): string | null {
  const text = asText(value)
  return text === null ? null : firstUnits(text, MOST_READ)
}
