import { Marked, type Token } from 'marked'

/** GitHub's Markdown without raw HTML and without link definitions: no block means anything to another. */
const marked = new Marked({
  gfm: true,
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    def: () => undefined,
  },
})

export type { Token }

/** A line that begins more quotes and lists in each other than are drawn: the parser would look at it once for each. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){40}/m

/** What is nested too deep for the parser is one paragraph of plain text. */
export function lex(text: string): readonly Token[] {
  if (NESTED.test(text)) return [plain(text)]
  try {
    return marked.lexer(text)
  } catch {
    return [plain(text)]
  }
}

/** A paragraph that is read as it is written. */
export function plain(raw: string): Token {
  return { type: 'paragraph', raw, text: raw, tokens: [{ type: 'escape', raw, text: raw }] }
}

export function withPlainBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}
