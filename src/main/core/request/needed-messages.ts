import type { Message, MessageContent } from '../../../shared/message.ts'

/** Of the messages before a summary none but these may still be needed, and the first reply. */
export const OUTLASTING = ['user', 'summary', 'repair', 'attachmentsDropped'] as const

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
  if (content.type === 'user') return content.instructions !== undefined
  return OUTLASTING.some((type) => type === content.type)
}

function isPersons({ content }: Message): boolean {
  return content.type === 'user' && content.author === 'person'
}

function isPhoenixs({ content }: Message): boolean {
  return content.type === 'user' && content.author === 'phoenix'
}

function isReply({ content }: Message): boolean {
  return content.type === 'agent'
}
