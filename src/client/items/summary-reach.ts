import type { MessageId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import { firstUnits } from '../../shared/visible-text.ts'

/**
 * Returns the `seq` of the last message that the summary in force covers. Null if it covers everything before it, or
 * there is no summary. The newest is in force: no summary ends before an older one does (part-to-compact.ts).
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

/** The maximum length of the beginning that names a message. */
const NAMING = 60

/** Returns the beginning of a person's message. Empty if the message is not loaded. */
export function beginningAt(messages: readonly Message[], seq: number): string {
  const content = messages.find((each) => each.seq === seq)?.content
  if (content?.type !== 'user') return ''
  const line = content.text.trim().split('\n', 1)[0] ?? ''
  return line.length > NAMING ? `${firstUnits(line, NAMING).trimEnd()}…` : line
}
