import type { Database } from 'better-sqlite3'
import { marksIn, phrasesOf } from '../../../../shared/search/found-words.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { PlaceWithin, WithinAnswer } from '../../../../shared/search/search.ts'
import type { Limits } from './found-keys.ts'
import { prepareWithin } from './found-keys.ts'
import { prepareProgress } from './progress.ts'
import { prepareHistory } from './read-message.ts'
import { entryOf } from './entry.ts'
import { indexedPart } from './searchable-texts.ts'

/** Finds all places in one conversation, each with its number of matches. */
export function prepareFindWithin(
  db: Database,
): (conversationId: ConversationId, typed: string, limits: Limits) => WithinAnswer {
  const within = prepareWithin(db)
  const history = prepareHistory(db)
  const progress = prepareProgress(db)
  const keyOf = db
    .prepare<[string], number>('SELECT key FROM search_conversations WHERE conversation_id = ?')
    .pluck()

  return (conversationId, typed, limits) => {
    const phrases = phrasesOf(typed)
    const key = phrases.length === 0 ? undefined : keyOf.get(conversationId)
    const indexing = progress()
    if (key === undefined) return { places: [], hasMore: false, indexing }
    const end = performance.now() + limits.ms
    const seqs = within(key, phrases, limits.messages)
    const places: PlaceWithin[][] = []
    let left = seqs.length
    for (const seq of seqs.toReversed()) {
      if (limits.isStopped() || performance.now() > end) break
      left -= 1
      const entry = entryOf(history, conversationId, seq)
      if (entry === null) continue
      const { messageId, texts } = entry
      const place = { messageId, seq: entry.seq, isTakenBack: history.isTakenBack(key, entry.seq) }
      const found = texts.flatMap(({ callId, role, text }) => {
        const count = marksIn(indexedPart(text), phrases).length
        return count === 0 ? [] : [{ ...place, callId, role, count }]
      })
      places.push(found)
    }
    const hasMore = left > 0 || seqs.length === limits.messages
    // A command comes after the message that was the newest when it began.
    const inOrder = places
      .toReversed()
      .flat()
      .toSorted((one, other) => one.seq - other.seq)
    return { places: inOrder, hasMore, indexing }
  }
}
