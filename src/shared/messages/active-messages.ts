import { assertNever } from '../assert-never.ts'
import type { MessageId } from '../ids.ts'
import { type Message, placeOf } from './message.ts'

/**
 * The rewound messages. After a rewind, the active messages are those that were active before the message at the place
 * that it names. So a rewind can itself be rewound, by one that names its place, and its messages become active again.
 */
export function rewoundIn(messages: readonly Message[]): ReadonlySet<MessageId> {
  const rewound = new Set<MessageId>()
  let from = Number.POSITIVE_INFINITY
  for (const { id, seq, content } of messages.toReversed()) {
    if (seq >= from) rewound.add(id)
    else if (content.type === 'rewound') from = content.fromSeq
  }
  return rewound
}

/**
 * What requests are built from, in this order: all messages except rewound ones, each in its place. Also works on a
 * contiguous part of them.
 */
export function activeMessages(messages: readonly Message[]): readonly Message[] {
  return inPlace(withoutRewound(messages))
}

function withoutRewound(messages: readonly Message[]): readonly Message[] {
  const rewound = rewoundIn(messages)
  if (rewound.size === 0) return messages
  const gone = new Set<MessageId>()
  return messages.filter((message) => {
    if (!rewound.has(message.id) || outlasts(message, gone)) return true
    gone.add(message.id)
    return false
  })
}

/** Whether other messages count, and in their order, as if it were not there. */
export function isPlain(message: Message): boolean {
  return message.content.type !== 'rewound' && placeOf(message) === message.seq
}

/** A summary of a part stands behind that part. */
function inPlace(messages: readonly Message[]): readonly Message[] {
  const isInPlace = messages.every((message) => placeOf(message) === message.seq)
  return isInPlace ? messages : messages.toSorted((a, b) => placeOf(a) - placeOf(b))
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
    case 'unreadable':
      return false
    default:
      return assertNever(content)
  }
}
