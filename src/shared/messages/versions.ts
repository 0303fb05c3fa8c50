import type { MessageId } from '../ids.ts'
import type { Message } from './message.ts'

/** A person's message among those said at the same place, each replacing the other. */
export interface Version {
  /** All of them, in the order in which they were said. */
  readonly all: readonly MessageId[]
  /** The place of this one among them. */
  readonly index: number
}

/** Nothing was said before it. */
const START = 0
/** It is not among these messages. */
const UNKNOWN = -1

/**
 * The versions of each message of a person that has more than one. Also works on the newest part of a conversation:
 * messages after one that is missing have none.
 */
export function versionsIn(messages: readonly Message[]): ReadonlyMap<MessageId, Version> {
  const first = messages[0]?.seq ?? 1
  /** By place: the last active message when the message there was said. */
  const talkAt = new Map<number, number>()
  const follows = (seq: number): number => {
    if (seq === 0) return START
    return seq < first ? UNKNOWN : (talkAt.get(seq) ?? UNKNOWN)
  }
  const families = new Map<number, MessageId[]>()
  for (const { content, id, seq } of messages) {
    const parent = follows(content.type === 'rewound' ? content.fromSeq - 1 : seq - 1)
    talkAt.set(seq, TALK.has(content.type) ? seq : parent)
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
 * What a rewind must name so this message counts again, with everything said after it the last time that it counted.
 * Null: it counts already. Needs all messages of the conversation.
 */
export function placeToShow(messages: readonly Message[], messageId: MessageId): number | null {
  const at = messages.find(({ id }) => id === messageId)?.seq
  if (at === undefined) return null
  /** The places at which it counted. */
  const counted = new Set<number>()
  let last = at
  for (const { content, seq } of messages) {
    const before = content.type === 'rewound' ? content.fromSeq - 1 : seq - 1
    if (seq !== at && !counted.has(before)) continue
    counted.add(seq)
    last = seq
  }
  return last === messages.at(-1)?.seq ? null : last + 1
}

/**
 * What a rewind must name so nothing counts after this place, where an active message is; a reply has its results.
 * Null: nothing counts there, or nothing after it.
 */
export function placeBehind(active: readonly Message[], seq: number): number | null {
  const index = active.findIndex((message) => message.seq === seq)
  if (index < 0) return null
  const after = active.findIndex(
    ({ content }, each) => each > index && content.type !== 'tool' && content.type !== 'subAgent',
  )
  const end = after < 0 ? active.length : after
  const behind = active.slice(end).some(({ content }) => TALK.has(content.type))
  const last = active[end - 1]
  return behind && last !== undefined ? last.seq + 1 : null
}
