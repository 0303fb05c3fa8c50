import { firstUnits } from '../../../shared/visible-text.ts'

const LENGTH = 80

/** Returns the beginning of a text, for use as a name. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > LENGTH ? `${firstUnits(line, LENGTH - 1)}…` : line
}
