import type { Message } from '../../../shared/messages/message.ts'
import { describe, newest } from './build-compaction.ts'
import { buildRequest } from './build-request.ts'
import { estimateTokens } from './context-window.ts'
import { excerpt } from './text/excerpt.ts'
import { withoutNotes } from './instruction-notes.ts'
import { newestWords } from './images-for-model.ts'
import { writtenOut } from './write-out.ts'

/** The share of the limit for the text that a fork begins with: it needs room to continue. */
const SHARE = 0.25
const UNITS_PER_TOKEN = 3

/**
 * Returns the text that a fork begins with: the newest summary, if any, the end of what followed it, and the person's
 * newest message. Calls and results become text, long ones cut. No model is asked. Null if there are no messages to
 * excerpt.
 */
export function forkText(
  messages: readonly Message[],
  limitTokens: number,
): { readonly text: string; readonly model: string | null } | null {
  const room = limitTokens * SHARE
  const third = Math.floor((room * UNITS_PER_TOKEN) / 3)
  const at = messages.findLastIndex(({ content }) => content.type === 'summary')
  const last = messages[at]?.content
  const summary = last?.type === 'summary' ? excerpt(last.text, third) : ''
  const words = excerpt(newestWords(messages)?.text ?? '', third)
  const frame = { endpoint: '', model: '', system: '', tools: [] }
  const since = buildRequest(messages.slice(at + 1).map(withoutNotes), frame).messages
  const texts = writtenOut(since).flatMap(describe)
  const left = room - estimateTokens(summary) - estimateTokens(words)
  const kept = newest(texts, left).map((each) => excerpt(each, third))
  if (summary === '' && texts.length === 0) return null
  const parts = [
    summary,
    kept.length < texts.length ? '[What came before is left out.]' : '',
    ...kept,
    words === '' ? '' : `The latest message of the user:\n${words}`,
  ]
  const text = parts.filter((part) => part !== '').join('\n\n')
  return { text, model: last?.type === 'summary' ? last.model : null }
}
