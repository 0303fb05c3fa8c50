import type { MessageId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'

/**
 * The `seq` of the last message that the summary in force is of, where that is not all before it. Null: it is, or there is none.
 * The newest is in force: no part is summed up that reaches behind another summary (part-to-compact.ts).
 */
export function endOfSummarisedPart(
  messages: readonly Message[],
  rewound: ReadonlySet<MessageId>,
): number | null {
  const summary = messages.findLast(
    ({ content, id }) => content.type === 'summary' && !rewound.has(id),
  )
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
