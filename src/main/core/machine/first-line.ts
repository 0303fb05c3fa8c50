const LENGTH = 80

/** The beginning of a text, to use as a name. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > LENGTH ? `${line.slice(0, LENGTH - 1)}…` : line
}
