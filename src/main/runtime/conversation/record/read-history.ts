import { afterOthers } from '../../after-others.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import type { HistoryStore } from '../../ports/history-store.ts'
import type { Timers } from '../../ports/ports.ts'

/** Maximum number of messages read in one step: all of a long conversation take up to a second. */
const AT_ONCE = 50

export interface HistoryReading {
  readonly store: Pick<HistoryStore, 'messages'>
  readonly timers: Pick<Timers, 'soon'>
}

/**
 * Reads the messages before a place (null: all) page by page, the newest page first, each page oldest first. They never
 * change, so other work continues in between, above all a Stop.
 */
export async function* pagesBefore(
  { store, timers }: HistoryReading,
  id: ConversationId,
  beforeSeq: number | null,
): AsyncGenerator<readonly Message[], void> {
  for (let before = beforeSeq; ;) {
    const page = store.messages(id, { beforeSeq: before, limit: AT_ONCE })
    const [oldest] = page
    if (oldest === undefined) return
    yield page
    if (page.length < AT_ONCE) return
    before = oldest.seq
    await afterOthers(timers)
  }
}

/** Returns all messages, or those before a place, oldest first. */
export async function readHistory(
  reading: HistoryReading,
  id: ConversationId,
  beforeSeq: number | null = null,
): Promise<readonly Message[]> {
  const pages: (readonly Message[])[] = []
  for await (const page of pagesBefore(reading, id, beforeSeq)) pages.push(page)
  return pages.toReversed().flat()
}
