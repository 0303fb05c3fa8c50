import { assertNever } from '../assert-never.ts'
import type { MessageId } from '../ids.ts'
import type { Message } from './message.ts'

/**
 * The messages that a person took back. A rewind means: what counts is what counted before the message at the place
 * that it names. So a rewind can itself be taken back, by one that names its place, and what it took back counts again.
 */
export function takenBackIn(messages: readonly Message[]): ReadonlySet<MessageId> {
  const takenBack = new Set<MessageId>()
  let from = Number.POSITIVE_INFINITY
  for (const { id, seq, content } of messages.toReversed()) {
    if (seq >= from) takenBack.add(id)
    else if (content.type === 'rewound') from = content.fromSeq
  }
  return takenBack
}

/**
 * What requests are built from: all messages except those that were taken back. Also works on a contiguous part of
 * them.
 */
export function activeMessages(messages: readonly Message[]): readonly Message[] {
  const takenBack = takenBackIn(messages)
  if (takenBack.size === 0) return messages
  const gone = new Set<MessageId>()
  return messages.filter((message) => {
    if (!takenBack.has(message.id) || outlasts(message, gone)) return true
    gone.add(message.id)
    return false
  })
}

/**
 * What was decided about requests still applies to earlier messages: dropped images, repairs. So does an undo, unless
 * everything that it undid is gone as well: otherwise the model would have a wrong idea of the files.
 */
function outlasts({ content }: Message, gone: ReadonlySet<MessageId>): boolean {
  switch (content.type) {
    case 'attachmentsDropped':
    case 'repair':
      return true
    case 'undo':
      return !content.messageIds.every((id) => gone.has(id))
    case 'user':
    case 'agent':
    case 'tool':
    case 'subAgent':
    case 'summary':
    case 'rewound':
    case 'system':
    case 'error':
      return false
    default:
      return assertNever(content)
  }
}
