import type { OutputPage } from '../../../../shared/protocol/output-page.ts'
import { trimEndOf } from '../../../../shared/trim-end.ts'

/** The text of a result, with its excerpt replaced by the complete output. */
export function withOutput(text: string, page: OutputPage | null): string {
  if (page === null) return text
  const { from, to } = page.standsFor
  const printed = trimEndOf(page.text, '\n')
  // A colour that was never reset does not continue in Phoenix's text.
  return `${text.slice(0, from)}${printed}${PLAIN}${text.slice(to)}`
}

const PLAIN = '\u001B[0m'

/** A part of an output with what follows it. */
export function joinedPages(page: OutputPage, following: OutputPage | null): OutputPage {
  return following === null ? page : { ...page, text: page.text + following.text }
}
