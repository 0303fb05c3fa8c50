/** The text as one word of a command: every POSIX shell reads it back unchanged. Plain words stay readable. */
export function shellQuote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
