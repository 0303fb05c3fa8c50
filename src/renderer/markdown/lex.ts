import { Marked, type Token } from 'marked'

/** GitHub's Markdown without raw HTML and without link definitions: no block affects another. */
const marked = new Marked({
  gfm: true,
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    def: () => undefined,
  },
})

export type { Token }

/** A line with more nested quotes and lists than are drawn: the parser would read it once per level. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){40}/m

/** Text that is nested too deeply for the parser becomes one paragraph of plain text. */
export function lex(text: string): readonly Token[] {
  if (NESTED.test(text)) return [plain(text)]
  try {
    return marked.lexer(text)
  } catch {
    return [plain(text)]
  }
}

/** A paragraph of unparsed text. */
export function plain(raw: string): Token {
  return { type: 'paragraph', raw, text: raw, tokens: [{ type: 'escape', raw, text: raw }] }
}

export function withPlainBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}
