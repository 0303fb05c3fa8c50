import { whatOfCall } from './words.ts'
import { parseAnsi } from './ansi.ts'
import { outcomeOf } from './call-texts.ts'
import type { Part, ShownCall, ShownReply, ThreadItem } from '../items/thread-items.ts'

/** Returns the agent's last words of a turn as Markdown. Empty if it said nothing. */
export function answerIn(replies: readonly ShownReply[]): string {
  const answers = replies.map(({ parts }) => wordsIn(parts)).filter((words) => words !== '')
  return answers.at(-1) ?? ''
}

/**
 * Returns the turn with this item as Markdown: what was asked and said, and for each call what it did and how it ended.
 */
export function turnWith(items: readonly ThreadItem[], key: string): string {
  const at = items.findIndex((item) => item.key === key)
  const begin = items.slice(0, at + 1).findLastIndex(({ type }) => type === 'you')
  const next = items.slice(at + 1).findIndex(({ type }) => type === 'you')
  const turn = items.slice(Math.max(begin, 0), next < 0 ? undefined : at + 1 + next)
  return turn.flatMap(textsOf).join('\n\n')
}

/** Returns output without colours and other escape sequences. */
export function plainOutput(text: string): string {
  return parseAnsi(text)
    .map((run) => run.text)
    .join('')
}

function textsOf(item: ThreadItem): readonly string[] {
  if (item.type === 'you') return ['**You**', ...filled(item.text)]
  if (item.type !== 'agent') return []
  const parts = item.replies.flatMap((reply) => reply.parts)
  return ['**Agent**', ...parts.flatMap(textOfPart)]
}

function textOfPart(part: Part): readonly string[] {
  if (part.type === 'text') return filled(part.text)
  if (part.type === 'step') return [`- ${part.step.what}`]
  if (part.type === 'sources') return [`Sources: ${part.sources.map(({ href }) => href).join(' ')}`]
  return part.type === 'call' ? [lineOf(part.call)] : []
}

function lineOf({ input, name, result }: ShownCall): string {
  return `- ${name}: ${whatOfCall(input, name)} (${outcomeOf(result, null, 0)})`
}

function wordsIn(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? filled(part.text) : [])).join('\n\n')
}

/** Returns the text as one paragraph, or none if it is blank. */
export function filled(text: string): readonly string[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [trimmed]
}
