import { assertNever } from '../../../shared/assert-never.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'

/**
 * Whether it matters for good, or says what does: a store can find these few without reading all the others. Beside them a summary is
 * outlasted only by the first reply and the newest words of the person.
 */
export function isLandmark(content: MessageContent): boolean {
  return content.type === 'rewound' || isPhoenixs({ content }) || outlasts(content)
}

/**
 * What requests are built from, of the messages that stand: the newest summary with what came since, and of what it stands for only what
 * outlasts it: instructions that were told, the newest words of the person, repairs, dropped attachments, what was not heard yet. A request,
 * its measure and its repairs are the same with the others and without them; but for `hasThought`, which asks for first replies.
 */
export function neededMessages(standing: readonly Message[]): readonly Message[] {
  const at = standing.findLastIndex(({ content }) => content.type === 'summary')
  const from = settledBefore(standing, at)
  if (from <= 0) return standing
  const ahead = standing.slice(0, from)
  const beginnings = [isPhoenixs, isReply].map((is) => ahead.find(is))
  const kept = new Set([...beginnings, ahead.findLast(isPersons)])
  const needed = ahead.filter((message) => kept.has(message) || outlasts(message.content))
  return needed.length === from ? standing : [...needed, ...standing.slice(from)]
}

/** The last message before this place behind which nothing waits to be heard; -1: there is none. */
export function settledBefore(messages: readonly Message[], at: number): number {
  return messages.findLastIndex(({ content }, index) => index < at && settles(content))
}

function settles(content: MessageContent): boolean {
  return content.type === 'user' || (content.type === 'agent' && content.end !== 'pauseTurn')
}

function outlasts(content: MessageContent): boolean {
  switch (content.type) {
    case 'user':
      return content.instructions !== undefined
    case 'summary':
    case 'repair':
    case 'attachmentsDropped':
      return true
    case 'agent':
    case 'tool':
    case 'undo':
    case 'subAgent':
    case 'rewound':
    case 'system':
    case 'error':
      return false
    default:
      return assertNever(content)
  }
}

function isPersons({ content }: Pick<Message, 'content'>): boolean {
  return content.type === 'user' && content.author === 'person'
}

function isPhoenixs({ content }: Pick<Message, 'content'>): boolean {
  return content.type === 'user' && content.author === 'phoenix'
}

function isReply({ content }: Message): boolean {
  return content.type === 'agent'
}
