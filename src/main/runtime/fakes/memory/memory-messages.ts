import type { Message } from '../../../../shared/messages/message.ts'
import type { HistoryStore } from '../../ports/history-store.ts'

interface Messages {
  readonly messages: readonly Message[]
}
type Asked<Read extends 'messages' | 'messagesOf'> = Parameters<HistoryStore[Read]>

/** Reads a page like the real store. */
export function pageIn(
  { messages }: Messages,
  { beforeSeq, limit }: Asked<'messages'>[1],
): readonly Message[] {
  return messages.filter(({ seq }) => seq < (beforeSeq ?? Infinity)).slice(-limit)
}

export function messagesIn(
  { messages }: Messages,
  types: Asked<'messagesOf'>[1],
  page: Asked<'messagesOf'>[2],
): readonly Message[] {
  const all = messages.filter(({ content }) => types.includes(content.type))
  if ('beforeSeq' in page) return pageIn({ messages: all }, page)
  return all.filter(({ seq }) => seq > page.afterSeq).slice(0, page.limit ?? Infinity)
}
