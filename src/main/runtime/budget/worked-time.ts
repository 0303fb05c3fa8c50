import { assertNever } from '../../../shared/assert-never.ts'
import { callIn } from '../../../shared/messages/call-id.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { ASK_USER } from '../../../shared/messages/user-question.ts'

/** A longer time between two messages of a turn was not work: the computer slept, or the clock was set. */
const LONGEST_MS = 2 * 3_600_000

/** What came before a message: the message right before it, and the last reply. Null if there is none. */
export interface Before {
  readonly message: Message | null
  readonly reply: Message | null
}

/**
 * Returns how long models and tools worked for this message since the one before it, in ms, according to the
 * conversation's log. People are waited for between a call and its result; of that time only the tool's own duration
 * counts, and an answer to a question has none. A sub-agent's time is in its own log.
 */
export function workedFor({ at, content }: Message, { message, reply }: Before): number {
  const since = message === null ? 0 : Math.max(0, at - message.at)
  switch (content.type) {
    case 'agent':
    case 'summary':
    case 'error':
      return message !== null && isAfterRest(content, message) ? 0 : Math.min(since, LONGEST_MS)
    case 'tool': {
      const call = reply === null ? null : callIn([reply], content.callId)
      return call?.name === ASK_USER ? 0 : Math.min(since, content.durationMs ?? 0)
    }
    case 'subAgent':
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

/**
 * True if the turn of the message before was over, and a person's Retry or wish for a summary began the next. Neither is a
 * message, so how long that one took is unknown.
 */
function isAfterRest({ type }: MessageContent, { content: before }: Message): boolean {
  if (before.type === 'error') return true
  const isReply =
    before.type === 'agent' && before.blocks.every((block) => block.type !== 'toolCall')
  return type === 'summary' && isReply
}
