import type { MessageId } from '../ids.ts'
import type { Span } from './active-messages.ts'
import type { Message } from './message.ts'

/** One version of a person's message: each version replaced the one before at the same place. */
export interface Version {
  /** All versions, oldest first. */
  readonly all: readonly MessageId[]
  /** The index of this version. */
  readonly index: number
}

/** Stands for "nothing was said before". */
const START = 0
/** Stands for "not among these messages". */
const UNKNOWN = -1

/**
 * Returns the versions of each person's message that has more than one. Also works on the newest part of a
 * conversation: messages whose predecessor is missing have no versions.
 */
export function versionsIn(messages: readonly Message[]): ReadonlyMap<MessageId, Version> {
  const first = messages[0]?.seq ?? 1
  /** By place: the last active message when the message there was said. */
  const lastActiveAt = new Map<number, number>()
  const follows = (seq: number): number => {
    if (seq === 0) return START
    return seq < first ? UNKNOWN : (lastActiveAt.get(seq) ?? UNKNOWN)
  }
  const families = new Map<number, MessageId[]>()
  for (const { content, id, seq } of messages) {
    const parent = follows(content.type === 'rewound' ? content.fromSeq - 1 : seq - 1)
    lastActiveAt.set(seq, TALK.has(content.type) ? seq : parent)
    if (content.type !== 'user' || content.author !== 'person' || parent === UNKNOWN) continue
    families.set(parent, [...(families.get(parent) ?? []), id])
  }
  const versions = new Map<MessageId, Version>()
  for (const all of families.values()) {
    if (all.length > 1) all.forEach((id, index) => versions.set(id, { all, index }))
  }
  return versions
}

const TALK: ReadonlySet<Message['content']['type']> = new Set(['user', 'agent', 'tool', 'summary'])

/**
 * Returns the place that a rewind must name to make this message active again, with everything that followed it when it
 * was last active. Null if it is active. Needs the message, all later rewinds and the newest message; more does no harm.
 */
export function placeToShow(messages: readonly Message[], messageId: MessageId): number | null {
  const at = messages.find(({ id }) => id === messageId)?.seq
  if (at === undefined) return null
  /** The places at which the message was active. */
  const counted: Span[] = []
  let from: number | null = at
  for (const { content, seq } of messages) {
    if (seq <= at || content.type !== 'rewound') continue
    if (from !== null) counted.push({ from, through: seq - 1 })
    const before = content.fromSeq - 1
    from = counted.some((each) => each.from <= before && before <= each.through) ? seq : null
  }
  return from === null ? (counted.at(-1)?.through ?? at) + 1 : null
}

/**
 * Returns the place that a rewind must name so nothing after this place is active; a reply keeps its results. Null if
 * no active message is at this place, or none follows.
 */
export function placeAfter(active: readonly Message[], seq: number): number | null {
  const index = active.findIndex((message) => message.seq === seq)
  if (index < 0) return null
  const after = active.findIndex(
    ({ content }, each) => each > index && content.type !== 'tool' && content.type !== 'subAgent',
  )
  const end = after < 0 ? active.length : after
  const hasMore = active.slice(end).some(({ content }) => TALK.has(content.type))
  const last = active[end - 1]
  return hasMore && last !== undefined ? last.seq + 1 : null
}
