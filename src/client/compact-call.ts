import type { SummaryFocus } from '../shared/messages/message.ts'

const COMPACT = /^\s*\/compact(?:\s+([\s\S]*))?$/

/** What a text asks of a summary that is `/compact`, alone or with what to keep. Null: it is something else. */
export function compactionIn(text: string): { readonly focus?: SummaryFocus } | null {
  const match = COMPACT.exec(text)
  if (match === null) return null
  const focus = match[1]?.trim() ?? ''
  return focus === '' ? {} : { focus }
}
