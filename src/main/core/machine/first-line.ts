const LENGTH = 80

/** Returns the beginning of a text, for use as a name. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > LENGTH ? `${line.slice(0, LENGTH - 1)}…` : line
}
