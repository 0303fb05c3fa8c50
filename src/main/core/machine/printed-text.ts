const BEFORE = '\n\nIt had printed:\n'

/** The words of a call that was closed while it ran, with what it had printed behind them. */
export function withPrinted(words: string, printed: string): string {
  return printed === '' ? words : `${words}${BEFORE}${printed}`
}

/** What the call had printed, taken out of such a text again: replay needs it. */
export function takePrinted(text: string): string {
  const from = text.indexOf(BEFORE)
  return from < 0 ? '' : text.slice(from + BEFORE.length)
}
