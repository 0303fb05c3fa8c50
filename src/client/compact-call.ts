import type { SummaryFocus } from '../shared/messages/message.ts'

const COMPACT = /^\s*\/compact(?:\s+([\s\S]*))?$/

/** Returns what a `/compact` command wants the summary to keep, if it says so. Null: the text is another one. */
export function compactionIn(text: string): { readonly focus?: SummaryFocus } | null {
  const match = COMPACT.exec(text)
  if (match === null) return null
  const focus = match[1]?.trim() ?? ''
  return focus === '' ? {} : { focus }
}
