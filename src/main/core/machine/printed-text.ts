const BEFORE = '\n\nIt had printed:\n'

/** Returns the result text of a call that was closed while it ran: the words, followed by its output. */
export function withPrinted(words: string, printed: string): string {
  return printed === '' ? words : `${words}${BEFORE}${printed}`
}

/** Extracts the output from such a text, for replay. */
export function takePrinted(text: string): string {
  const from = text.indexOf(BEFORE)
  return from < 0 ? '' : text.slice(from + BEFORE.length)
}
