import type { Database } from 'better-sqlite3'
import {
  lookFor,
  type Mark,
  marksIn,
  type Phrase,
  phrasesOf,
} from '../../../../shared/search/found-words.ts'
import type { CallId, ConversationId } from '../../../../shared/ids.ts'
import type {
  FoundConversation,
  SearchAnswer,
  SearchHit,
  SearchQuery,
} from '../../../../shared/search/search.ts'
import { UNTITLED } from '../../../core/turn/title.ts'
import { prepareStateFilter } from './state-filter.ts'
import { type Group, type Indexed, type Limits, prepareFind } from './found-keys.ts'
import { prepareProgress } from './progress.ts'
import { prepareHistory } from './read-message.ts'
import { indexedPart, type SearchableText } from './searchable-texts.ts'
import { entryOf } from './entry.ts'
import { SHELLS_FROM } from './search-index.ts'
import { snippetOf } from './snippet.ts'

/** Conversations per page, and matches shown for each. */
const PAGE = 20
const HITS = 3
/** How many messages are examined to find one with all words. */
const LOOKED_AT = 6

/** Results in a user's conversation and its sub-agents. */
interface Family {
  readonly root: Indexed
  readonly groups: Group[]
}

/** Answers searches on a database that others write to. */
export function prepareSearch(db: Database): (query: SearchQuery, limits: Limits) => SearchAnswer {
  const find = prepareFind(db)
  const history = prepareHistory(db)
  const progress = prepareProgress(db)
  const rootOf = db.prepare<[string], Indexed>(`
    SELECT s.key, c.id, c.title, c.folder, c.created_at AS createdAt, c.updated_at AS updatedAt,
      c.parent_id AS parentId, c.parent_call_id AS parentCallId
    FROM conversations c JOIN search_conversations s ON s.conversation_id = c.id WHERE c.id = ?`)

  const isInState = prepareStateFilter(db)

  function familiesOf(groups: readonly Group[], query: SearchQuery): readonly Family[] {
    const families = new Map<string, Family>()
    for (const group of groups) {
      const { conversation } = group
      const rootId = conversation.parentId ?? conversation.id
      const known = families.get(rootId)
      if (known !== undefined) {
        known.groups.push(group)
        continue
      }
      const root = conversation.parentId === null ? conversation : rootOf.get(rootId)
      if (root !== undefined && isInState(root.id, query.state))
        families.set(rootId, { root, groups: [group] })
    }
    return [...families.values()]
  }

  /** Drops what is older or newer than requested. */
  function inTime(group: Group, { since, until }: SearchQuery): Group {
    const { createdAt, id, updatedAt } = group.conversation
    const first = since === null || createdAt >= since ? 0 : history.firstSince(id, since)
    const end = until === null || updatedAt < until ? Infinity : history.firstSince(id, until)
    return first === 0 && end === Infinity
      ? group
      : {
          ...group,
          seqs: group.seqs.filter((seq) => isInTime(id, seq, { first, end, since, until })),
        }
  }

  function isInTime(id: string, seq: number, { end, first, since, until }: Span): boolean {
    if (seq < SHELLS_FROM) return seq >= first && seq < end
    const at = history.shell(id, seq - SHELLS_FROM)?.since ?? 0
    return (since === null || at >= since) && (until === null || at < until)
  }

  function hitOf(
    { conversation, seq }: Place,
    phrases: readonly Phrase[],
    role: SearchQuery['role'],
  ): (SearchHit & { readonly found: number }) | null {
    const entry = entryOf(history, conversation.id, seq)
    if (entry === null) return null
    const { at, messageId, texts } = entry
    const best = bestOf(role === null ? texts : texts.filter((each) => each.role === role), phrases)
    if (best === null) return null
    const started = conversation.parentCallId as CallId | null
    const reply = started === null ? null : history.replyOf(started)
    const place =
      reply === null
        ? { messageId, seq: entry.seq, callId: best.source.callId }
        : { messageId: reply.id, seq: reply.seq, callId: started }
    return {
      ...place,
      role: best.source.role,
      at,
      isTakenBack: history.isTakenBack(conversation.key, entry.seq),
      isBySubAgent: reply !== null,
      found: best.found,
      ...snippetOf(best.text, best.marks),
    }
  }

  /** The matches with all words in one place, newest first. */
  function bestHits(
    places: readonly Place[],
    phrases: readonly Phrase[],
    role: SearchQuery['role'],
  ): readonly (SearchHit & { readonly found: number })[] {
    const hits: (SearchHit & { readonly found: number })[] = []
    for (const place of places.slice(0, LOOKED_AT)) {
      const hit = hitOf(place, phrases, role)
      if (hit !== null) hits.push(hit)
      if (hits.filter(({ found }) => found === phrases.length).length === HITS) break
    }
    return hits.toSorted((one, other) => other.found - one.found).slice(0, HITS)
  }

  function shown(
    { groups, root }: Family,
    phrases: readonly Phrase[],
    query: SearchQuery,
  ): FoundConversation {
    const best = bestHits(placesOf(groups), phrases, query.role)
    const title = root.title ?? UNTITLED
    return {
      id: root.id as ConversationId,
      title,
      titleMarks: marksIn(title, phrases),
      folder: root.folder,
      updatedAt: root.updatedAt,
      count: groups.reduce((sum, { seqs }) => sum + seqs.length, 0),
      hasMore: groups.some(({ isCut }) => isCut),
      hits: best.map(({ found: _found, ...hit }) => hit),
    }
  }

  return (query, limits) => {
    const phrases = phrasesOf(query.text)
    const indexing = progress()
    if (phrases.length === 0) return { conversations: [], next: null, indexing }
    const found = find(phrases, query, limits)
    const groups = found.groups
      .map((group) => inTime(group, query))
      .filter(({ hasTitle, seqs }) => hasTitle || seqs.length > 0)
    const families = familiesOf(groups, query).toSorted(ORDERS[query.order])
    const { skip, belowKey } = query.from
    const page = families.slice(skip, skip + PAGE)
    return {
      conversations: page.map((family) => shown(family, phrases, query)),
      next: nextOf({ skip: skip + PAGE, belowKey }, families.length, found.belowKey),
      indexing,
    }
  }
}

function placesOf(groups: readonly Group[]): readonly Place[] {
  return groups.flatMap(({ conversation, seqs }) => {
    // Users' own commands come first from the index, but messages have priority.
    const inMessages = seqs.filter((seq) => seq < SHELLS_FROM)
    const ran = seqs.filter((seq) => seq >= SHELLS_FROM)
    const looked = [...inMessages.slice(0, LOOKED_AT), ...ran.slice(0, LOOKED_AT)]
    return looked.slice(0, LOOKED_AT).map((seq) => ({ conversation, seq }))
  })
}

interface Span extends Pick<SearchQuery, 'since' | 'until'> {
  readonly first: number
  readonly end: number
}

interface Place {
  readonly conversation: Indexed
  readonly seq: number
}

function nextOf(
  page: SearchQuery['from'],
  found: number,
  belowKey: number | null,
): SearchQuery['from'] | null {
  if (page.skip < found) return page
  return belowKey === null ? null : { skip: 0, belowKey }
}

const newer = (one: Family, other: Family): number =>
  other.root.updatedAt - one.root.updatedAt || other.root.key - one.root.key

const ORDERS = {
  newest: newer,
  best: (one: Family, other: Family): number =>
    Number(hasTitle(other)) - Number(hasTitle(one)) ||
    countOf(other) - countOf(one) ||
    newer(one, other),
} as const

function hasTitle({ groups, root }: Family): boolean {
  return groups.some(({ conversation, hasTitle }) => hasTitle && conversation.id === root.id)
}

function countOf({ groups }: Family): number {
  return groups.reduce((sum, { seqs }) => sum + seqs.length, 0)
}

interface LookedAt {
  readonly source: SearchableText
  /** The text that is searched. */
  readonly text: string
  readonly marks: readonly Mark[]
  /** How many of the phrases it contains. */
  readonly found: number
}

/** The text that contains most of the phrases. */
function bestOf(texts: readonly SearchableText[], phrases: readonly Phrase[]): LookedAt | null {
  let best: LookedAt | null = null
  for (const source of texts) {
    const text = indexedPart(source.text)
    const looked = { source, text, ...lookFor(text, phrases) }
    if (best === null || looked.found > best.found) best = looked
    if (best.found === phrases.length) break
  }
  return best
}
