import { activeMessages } from '../../../shared/messages/active-messages.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { placeToShow } from '../../../shared/messages/versions.ts'

/** Two ways in which a conversation continued. */
export interface Branches {
  /** The last message that both have; null: none. */
  readonly common: Message | null
  /** The messages after it in each. */
  readonly left: readonly Message[]
  readonly right: readonly Message[]
}

/**
 * The messages that are active with this version of a message, including everything said after it the last time. Needs
 * all messages of the conversation.
 */
export function branchOfVersion(
  messages: readonly Message[],
  version: MessageId,
): readonly Message[] {
  const fromSeq = placeToShow(messages, version)
  const last = messages.at(-1)
  if (fromSeq === null || last === undefined) return shownIn(activeMessages(messages))
  const content = { type: 'rewound', fromSeq } as const
  const shown = { id: 'shown' as MessageId, seq: last.seq + 1, at: last.at, content }
  return shownIn(activeMessages([...messages, shown]))
}

/** Two versions of a message in one conversation. */
export function compareVersions(
  messages: readonly Message[],
  left: MessageId,
  right: MessageId,
): Branches {
  const [one, other] = [branchOfVersion(messages, left), branchOfVersion(messages, right)]
  return apart(one, other, (each, index) => other[index]?.id === each.id)
}

/** A conversation and its fork, each with all of its messages. A fork identifies copied messages by their position. */
export function compareFork(
  origin: readonly Message[],
  fork: readonly Message[],
  forkId: ConversationId,
): Branches {
  const [one, other] = [shownIn(activeMessages(origin)), shownIn(activeMessages(fork))]
  return apart(one, other, (each, index) => other[index]?.id === `${forkId}.m${each.seq}`)
}

function apart(
  left: readonly Message[],
  right: readonly Message[],
  isCommon: (each: Message, index: number) => boolean,
): Branches {
  const differs = left.findIndex((each, index) => !isCommon(each, index))
  const length = differs === -1 ? left.length : differs
  const common = left[length - 1] ?? null
  return { common, left: left.slice(length), right: right.slice(length) }
}

/** Messages that the thread shows and that can be copied. */
const SHOWN: ReadonlySet<MessageContent['type']> = new Set([
  'user',
  'agent',
  'tool',
  'undo',
  'summary',
  'system',
  'error',
])

function shownIn(messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ content }) => SHOWN.has(content.type))
}
