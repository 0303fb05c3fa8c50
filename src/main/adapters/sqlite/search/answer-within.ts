import type { Database } from 'better-sqlite3'
import { marksIn, phrasesOf } from '../../../../shared/search/found-words.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { PlaceWithin, WithinAnswer } from '../../../../shared/search/search.ts'
import type { Limits } from './found-keys.ts'
import { prepareWithin } from './found-keys.ts'
import { prepareProgress } from './progress.ts'
import { prepareHistory } from './read-message.ts'
import { indexedPart, saidTexts } from './said-texts.ts'

/** All places of one conversation, each with how often it stands there. */
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
      const message = history.message(conversationId, seq)
      if (message === null) continue
      const isTakenBack = history.isTakenBack(key, seq)
      const texts = saidTexts(message.id, message.content)
      const found = texts.flatMap(({ callId, role, text }) => {
        const count = marksIn(indexedPart(text), phrases).length
        return count === 0 ? [] : [{ messageId: message.id, seq, callId, role, isTakenBack, count }]
      })
      places.push(found)
    }
    const hasMore = left > 0 || seqs.length === limits.messages
    return { places: places.toReversed().flat(), hasMore, indexing }
  }
}
