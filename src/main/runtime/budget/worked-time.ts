import { assertNever } from '../../../shared/assert-never.ts'
import type { Message } from '../../../shared/messages/message.ts'

/** A longer time between two messages of a turn was not work: the computer slept, or the clock was set. */
const LONGEST_MS = 2 * 3_600_000

/**
 * Returns how long models and tools worked for this message since the one before it, in ms, according to the
 * conversation's log. People are waited for between a call and its result; of that time only the tool's own duration
 * counts.
 */
export function workedFor({ at, content }: Message, before: Message | null): number {
  const since = before === null ? 0 : Math.max(0, at - before.at)
  switch (content.type) {
    case 'agent':
    case 'summary':
    case 'subAgent':
    case 'error':
      return Math.min(since, LONGEST_MS)
    case 'tool':
      return Math.min(since, content.durationMs ?? 0)
    case 'user':
    case 'undo':
    case 'repair':
    case 'attachmentsDropped':
    case 'rewound':
    case 'system':
    case 'unreadable':
      return 0
    default:
      return assertNever(content)
  }
}
