import type { Database } from 'better-sqlite3'
import { phraseIn, type Wanted, wantedIn } from '../../../../shared/search/found-words.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { PlaceWithin, WithinAnswer } from '../../../../shared/search/search.ts'
import type { Limits } from './found-keys.ts'
import { prepareWithin } from './found-keys.ts'
import { countsIn } from './count-in-texts.ts'
import { prepareProgress } from './progress.ts'
import { prepareHistory } from './read-message.ts'
import { entryOf } from './entry.ts'
import { SHELLS_FROM } from './search-index.ts'
import { prepareLongEntries } from './long-entries.ts'

/**
 * Finds all places in one conversation, each with its number of matches. The index knows only words, and the middle of a long
 * text is not in it: for symbols the history is read, for words the long texts after what the index found; the newest first.
 */
export function prepareFindWithin(
  db: Database,
): (conversationId: ConversationId, typed: string, limits: Limits) => WithinAnswer {
  const within = prepareWithin(db)
  const longEntries = prepareLongEntries(db)
  const history = prepareHistory(db)
  const progress = prepareProgress(db)
  const keyOf = db
    .prepare<[string], number>('SELECT key FROM search_conversations WHERE conversation_id = ?')
    .pluck()
  const lengthOf = db.prepare<[string, string], Length>(`
    SELECT message_seq AS messages,
      (SELECT count(*) FROM shell_commands WHERE conversation_id = ?) AS shells
    FROM conversations WHERE id = ?`)

  function everySeq(id: ConversationId): readonly number[] {
    const { messages, shells } = lengthOf.get(id, id) ?? { messages: 0, shells: 0 }
    return [...down(SHELLS_FROM, shells), ...down(0, messages)]
  }

  /** The result of a call of sub-agents, for the model: the page shows only their own results, the last just before. */
  function repeatsSubAgent(id: ConversationId, seq: number): boolean {
    const content = history.message(id, seq)?.content
    if (content?.type !== 'tool') return false
    const before = history.message(id, seq - 1)?.content
    return before?.type === 'subAgent' && before.callId === content.callId
  }

  return (conversationId, typed, limits) => {
    const key = keyOf.get(conversationId)
    const indexing = progress()
    const [phrase, words] = [phraseIn(typed), wantedIn(typed)]
    const nothing: WithinAnswer = { places: [], isPhrase: false, hasMore: false, indexing }
    if (words === null || key === undefined) return nothing
    const end = performance.now() + limits.ms
    if (phrase !== null) {
      // The words one by one are still to be looked for.
      const soon = end - limits.ms / 2
      const found = placesOf(conversationId, key, phrase, { ...limits, end: soon })
      if (found.places.length > 0) return { ...found, isPhrase: true, indexing }
    }
    return { ...nothing, ...placesOf(conversationId, key, words, { ...limits, end }) }
  }

  function placesOf(
    conversationId: ConversationId,
    key: number,
    wanted: Wanted,
    limits: Limits & { readonly end: number },
  ): Pick<WithinAnswer, 'places' | 'hasMore'> {
    const isOfWords = wanted.type === 'words'
    const indexed = isOfWords ? within(key, wanted.phrases, limits.messages + 1) : []
    const known = new Set(indexed)
    const others = isOfWords
      ? longEntries(conversationId).filter((seq) => !known.has(seq))
      : everySeq(conversationId)
    const seqs = [...indexed, ...others]
    const places: (readonly [number, readonly PlaceWithin[]])[] = []
    const isOver = (): boolean => limits.isStopped() || performance.now() > limits.end
    let left = seqs.length
    for (const seq of seqs) {
      if (isOver() || places.length === limits.messages) break
      const entry = entryOf(history, conversationId, seq)
      const judged = entry === null ? null : countsIn(entry.texts, wanted, isOver)
      if (judged?.isWhole !== false) left -= 1
      // The index knows also of texts that were not read to their end.
      if (entry === null || judged === null || !(known.has(seq) || judged.hasAll)) continue
      const { messageId, texts } = entry
      const place = { messageId, seq: entry.seq, isTakenBack: history.isTakenBack(key, entry.seq) }
      const found = texts.flatMap(({ callId, role }, index) => {
        const count = judged.counts[index] ?? 0
        return count === 0 ? [] : [{ ...place, callId, role, count }]
      })
      if (found.length > 0 && !repeatsSubAgent(conversationId, seq)) places.push([seq, found])
    }
    // A command comes after the message that was the newest when it began.
    const inOrder = places
      .toSorted(([one], [other]) => one - other)
      .flatMap(([, found]) => found)
      .toSorted((one, other) => one.seq - other.seq)
    return { places: onePerCard(inOrder), hasMore: left > 0 }
  }
}

/** The results of the sub-agents of one call are one place: they share a card. */
function onePerCard(places: readonly PlaceWithin[]): readonly PlaceWithin[] {
  const merged = new Map<string, PlaceWithin>()
  for (const place of places) {
    const key = `${place.callId ?? place.messageId} ${place.role}`
    merged.set(key, {
      ...place,
      ...merged.get(key),
      count: place.count + (merged.get(key)?.count ?? 0),
    })
  }
  return [...merged.values()]
}

/** The numbers after `from`, the highest first. */
function down(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + count - index)
}

interface Length {
  readonly messages: number
  readonly shells: number
}
