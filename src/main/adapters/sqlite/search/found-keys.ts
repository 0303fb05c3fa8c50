import type { Database } from 'better-sqlite3'
import type { Phrase } from '../../../../shared/search/found-words.ts'
import type { SearchQuery } from '../../../../shared/search/search.ts'
import { matchOf } from './match.ts'

/** The number of seqs per key. Rowids above 2^53 would need 500 million conversations. */
const SEQS = 2 ** 24

/** A conversation in the index, with the columns that filters need. */
export interface Indexed {
  readonly key: number
  readonly id: string
  readonly title: string | null
  readonly folder: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly parentId: string | null
  readonly parentCallId: string | null
}

/** The messages of one conversation with matches, newest first. */
export interface Group {
  readonly conversation: Indexed
  readonly seqs: number[]
  hasTitle: boolean
  /** True if it was not searched to its beginning. */
  isCut: boolean
}

export interface Found {
  readonly groups: readonly Group[]
  /** Everything with this key or a higher one was searched. Null: everything was. */
  readonly belowKey: number | null
}

/** The limits after which a search stops, so the next can begin: number of messages, and time (ms). */
export interface Limits {
  readonly messages: number
  readonly ms: number
  /** Returns true once a newer search is wanted. */
  isStopped(): boolean
}

/**
 * Finds messages using only the index, the newest conversations first, and stops at its limits between two
 * conversations.
 */
export function prepareFind(
  db: Database,
): (phrases: readonly Phrase[], query: SearchQuery, limits: Limits) => Found {
  const matching = db
    .prepare<[string, number, number], number>(
      `SELECT rowid FROM search_text
       WHERE search_text MATCH ? AND rowid < (? << 24) AND rowid >= (? << 24) ORDER BY rowid DESC`,
    )
    .pluck()
  const conversationOf = db.prepare<[number], Indexed>(`
    SELECT s.key, c.id, c.title, c.folder, c.created_at AS createdAt, c.updated_at AS updatedAt,
      c.parent_id AS parentId, c.parent_call_id AS parentCallId
    FROM search_conversations s JOIN conversations c ON c.id = s.conversation_id WHERE s.key = ?`)
  const keysAbove = db
    .prepare<[], number>('SELECT coalesce(max(key), 0) + 1 FROM search_conversations')
    .pluck()

  const keysOf = db.prepare<[string], Keys>(`
    SELECT min(key) AS first, max(key) + 1 AS above FROM conversations c
    JOIN search_conversations s ON s.conversation_id = c.id WHERE c.folder = ?`)

  return (phrases, query, limits) => {
    const end = performance.now() + limits.ms
    const groups: Group[] = []
    const keys = query.folder === null ? WHOLE : keysOf.get(query.folder)
    const belowKey = Math.min(query.from.belowKey ?? Infinity, keys?.above ?? keysAbove.get() ?? 1)
    const firstKey = keys?.first ?? belowKey
    // SQLite would read all matches to find none of them in no range.
    if (firstKey >= belowKey) return { groups, belowKey: null }
    let group: Group | null = null
    let key = -1
    let count = 0
    for (const rowid of matching.iterate(matchOf(phrases, query.role), belowKey, firstKey)) {
      const next = Math.floor(rowid / SEQS)
      if (next !== key) {
        if (groups.length > 0 && isOver(count, end, limits)) return { groups, belowKey: key }
        key = next
        group = groupOf(conversationOf.get(key), query)
        if (group !== null) groups.push(group)
      }
      count += 1
      if (count % CHECKED_EVERY === 0 && (limits.isStopped() || isFarOver(count, end, limits)))
        return cut(groups, group, key)
      const seq = rowid % SEQS
      if (seq === 0 && group !== null) group.hasTitle = true
      else group?.seqs.push(seq)
    }
    return { groups, belowKey: null }
  }
}

/** Null if there are none. `above`: one above the last. */
interface Keys {
  readonly first: number | null
  readonly above: number | null
}

const WHOLE: Keys = { first: 0, above: null }
const CHECKED_EVERY = 500

function cut(groups: readonly Group[], last: Group | null, belowKey: number): Found {
  if (last !== null) last.isCut = true
  return { groups, belowKey }
}

function isOver(count: number, end: number, { messages }: Limits): boolean {
  return count >= messages || performance.now() > end
}

/** The limit within one conversation, or while filters reject everything. */
function isFarOver(count: number, end: number, { messages, ms }: Limits): boolean {
  return count >= 50 * messages || performance.now() > end + ms / 2
}

function groupOf(conversation: Indexed | undefined, query: SearchQuery): Group | null {
  // A deleted conversation stays in the index until clean-up.
  if (conversation === undefined) return null
  const { createdAt, folder, updatedAt } = conversation
  if (query.folder !== null && folder !== query.folder) return null
  if (query.since !== null && updatedAt < query.since) return null
  if (query.until !== null && createdAt >= query.until) return null
  return { conversation, seqs: [], hasTitle: false, isCut: false }
}

/** Finds which messages of one conversation match, newest first. */
export function prepareWithin(
  db: Database,
): (key: number, phrases: readonly Phrase[], most: number) => readonly number[] {
  const matching = db
    .prepare<[string, number, number, number], number>(
      `
      SELECT rowid & 0xFFFFFF FROM search_text
      WHERE search_text MATCH ? AND rowid > (? << 24) AND rowid < ((? + 1) << 24)
      ORDER BY rowid DESC LIMIT ?`,
    )
    .pluck()
  return (key, phrases, most) => matching.all(matchOf(phrases, null), key, key, most)
}
