import type { Message } from '../../../shared/messages/message.ts'

/** A longer time between two messages of a turn was not work: the computer slept, or the clock was set. */
const LONGEST_MS = 2 * 3_600_000

/**
 * How long models and tools have worked for a conversation, in ms, according to its record. Waiting for a person
 * happens between a call and its result; of that time only what the tool itself took counts.
 */
export function workedMs(messages: readonly Message[]): number {
  let worked = 0
  let before: number | null = null
  for (const { at, content } of messages) {
    const since: number = before === null ? 0 : Math.max(0, at - before)
    switch (content.type) {
      case 'agent':
      case 'summary':
      case 'subAgent':
      case 'error':
        worked += Math.min(since, LONGEST_MS)
        break
      case 'tool':
        worked += Math.min(since, content.durationMs ?? 0)
        break
      case 'user':
      case 'undo':
      case 'repair':
      case 'attachmentsDropped':
      case 'rewound':
      case 'system':
      case 'unreadable':
        break
      default:
        content satisfies never
    }
    before = at
  }
  return worked
}
