import { activeMessages } from '../../../../shared/messages/active-messages.ts'
import type { Message } from '../../../../shared/messages/message.ts'

/** The `seq` of the last message that the summary in force is of, where that is not all before it. Null: it is, or there is none. */
export function endOfSummarisedPart(messages: readonly Message[]): number | null {
  const summary = activeMessages(messages).findLast(({ content }) => content.type === 'summary')
  return summary?.content.type === 'summary' ? (summary.content.throughSeq ?? null) : null
}

/** As much of a message as names it in a line. */
const NAMING = 60

/** How a message of a person begins; empty: it is not loaded. */
export function beginningAt(messages: readonly Message[], seq: number): string {
  const content = messages.find((each) => each.seq === seq)?.content
  if (content?.type !== 'user') return ''
  const line = content.text.trim().split('\n', 1)[0] ?? ''
  return line.length > NAMING ? `${line.slice(0, NAMING).trimEnd()}…` : line
}
