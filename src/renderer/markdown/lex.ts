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

/** What is nested too deep for the parser is one paragraph of plain text. */
export function lex(text: string): readonly Token[] {
  try {
    return marked.lexer(text)
  } catch {
    const plain = { type: 'text', raw: text, text } as const
    return [{ type: 'paragraph', raw: text, text, tokens: [plain] }]
  }
}

export function withPlainBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}
