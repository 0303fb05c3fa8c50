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

export function lex(text: string): readonly Token[] {
  return marked.lexer(text)
}

export function withPlainBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}
