import { assertNever } from '../assert-never.ts'
import type { MessageId } from '../ids.ts'
import { type Message, placeOf } from './message.ts'

/**
 * Returns the rewound messages. After a rewind, the active messages are those that were active before the message at
 * the place it names. So a rewind can itself be rewound, by one that names its place, and its messages become active
 * again.
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

/** A run of places, both ends included. */
export interface Span {
  readonly from: number
  readonly through: number
}

/** Returns the places of the messages that are not rewound, the newest first. `marks`: all rewinds; others are ignored. */
export function activeSpans(marks: readonly Message[]): readonly Span[] {
  const spans: Span[] = []
  let until = Number.POSITIVE_INFINITY
  for (const { content, seq } of marks.toReversed()) {
    if (content.type !== 'rewound' || seq >= until) continue
    spans.push({ from: seq, through: until - 1 })
    until = Math.min(seq, content.fromSeq)
  }
  return [...spans, { from: 1, through: until - 1 }]
}

/**
 * Returns the messages that requests are built from, in order: all except rewound ones, each in its place. Also works
 * on a contiguous part of them.
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

/** True if the message changes neither which other messages are active nor their order. */
export function isPlain(message: Message): boolean {
  return message.content.type !== 'rewound' && placeOf(message) === message.seq
}

/** Sorts a summary of a part to the place after that part. */
function inPlace(messages: readonly Message[]): readonly Message[] {
  const isInPlace = messages.every((message) => placeOf(message) === message.seq)
  return isInPlace ? messages : messages.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * True if a rewound message still applies to earlier messages: decisions about requests do (dropped images, repairs).
 * So does an undo, unless everything it undid is rewound too: otherwise the model would have a wrong idea of the files.
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
