/** The line ends of a text. `mixed`: both kinds; such a text is left as it is. */
export type LineEnds = 'lf' | 'crlf' | 'mixed'

export function lineEndsOf(text: string): LineEnds {
  let lf = 0
  let crlf = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf += 1
    else lf += 1
  }
  if (crlf === 0) return 'lf'
  return lf === 0 ? 'crlf' : 'mixed'
}

/** Converts all line ends to line feeds. */
export function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** The line end of the line at a position. */
export function endAt(text: string, at: number): '\n' | '\r\n' {
  const end = text.indexOf('\n', at)
  const near = end < 0 ? text.lastIndexOf('\n') : end
  return near > 0 && text[near - 1] === '\r' ? '\r\n' : '\n'
}
