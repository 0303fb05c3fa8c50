import { assertNever } from '../../../shared/assert-never.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'

/**
 * True if a message matters permanently, or records something that does: a store can find these few without reading all
 * others. Besides them, only the first reply and the person's newest message outlast a summary.
 */
export function isLandmark(content: MessageContent): boolean {
  return content.type === 'rewound' || isPhoenixs({ content }) || outlasts(content)
}

/**
 * Returns the active messages that requests are built from: the newest summary with everything since, and of what it
 * replaces only what outlasts it: instructions, the person's newest message, repairs, dropped attachments, and notes
 * that the model has not received yet. A request, its size and its repairs are the same with and without the others,
 * except for `hasThought`, which needs first replies.
 */
export function neededMessages(active: readonly Message[]): readonly Message[] {
  const at = active.findLastIndex(({ content }) => content.type === 'summary')
  const from = settledBefore(active, at)
  if (from <= 0) return active
  const before = active.slice(0, from)
  const beginnings = [isPhoenixs, isReply].map((is) => before.find(is))
  const kept = new Set([...beginnings, before.findLast(isPersons)])
  const needed = before.filter((message) => kept.has(message) || outlasts(message.content))
  return needed.length === from ? active : [...needed, ...active.slice(from)]
}

/** Returns the index of the last message before this place after which no note is pending; -1 if there is none. */
export function settledBefore(messages: readonly Message[], at: number): number {
  return messages.findLastIndex(({ content }, index) => index < at && endsPending(content))
}

function endsPending(content: MessageContent): boolean {
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
    case 'unreadable':
      return false
    default:
      return assertNever(content)
  }
}

export function isPersons({ content }: Pick<Message, 'content'>): boolean {
  return content.type === 'user' && content.author === 'person'
}

function isPhoenixs({ content }: Pick<Message, 'content'>): boolean {
  return content.type === 'user' && content.author === 'phoenix'
}

function isReply({ content }: Message): boolean {
  return content.type === 'agent'
}
