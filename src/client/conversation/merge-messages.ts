import type { Message } from '../../shared/messages/message.ts'

/** Merges both lists in the order of `seq`. Each id occurs once; the copy in `news` wins. */
export function mergeMessages(
  known: readonly Message[],
  news: readonly Message[],
): readonly Message[] {
  if (news.length === 0) return known
  const last = known.at(-1)
  if (last === undefined || news.every((message) => message.seq > last.seq)) {
    const ids = new Set(news.map((message) => message.id))
    const unchanged = known.some((message) => ids.has(message.id))
      ? known.filter((message) => !ids.has(message.id))
      : known
    return [...unchanged, ...news]
  }
  const byId = new Map([...known, ...news].map((message) => [message.id, message]))
  return [...byId.values()].toSorted((one, other) => one.seq - other.seq)
}
