import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { MOST_LOOKED_AT } from '../../../shared/models/spend-commands.ts'
import { totalOf } from '../../../shared/models/usage.ts'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import { countOf } from '../../../client/words/words.ts'
import { costOf } from '../spend/spend-words.ts'
import { needsYou } from '../../state/list.ts'
import type { NewsKind } from '../../state/news.ts'
import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.leftAt'

/** A shorter absence does not count (ms). */
export const AWAY_MS = 5 * 60_000

/** The kind of news about a conversation. */
export type AwayKind = NewsKind | 'unfinished'

export interface AwayNews {
  readonly kind: AwayKind
  readonly row: ConversationSummary
}

/** The time at which the last window was left, in ms since 1970. Null: none was, or the person is back in one. */
export function savedLeaving(): number | null {
  const saved = Number(keptForAll.getItem(KEY) ?? Number.NaN)
  return Number.isFinite(saved) ? saved : null
}

export function saveLeaving(at: number | null): void {
  if (at === null) keptForAll.removeItem(KEY)
  else keptForAll.setItem(KEY, String(at))
}

/** Unseen news since then: first what asks, then failures, then finished turns; newest first. */
export function newsSince(
  leftAt: number,
  list: readonly ConversationSummary[],
): readonly AwayNews[] {
  const news = list.flatMap((row): readonly AwayNews[] => {
    if (row.isArchived || row.updatedAt <= leftAt || !needsYou(row)) return []
    const kind = kindOf(row)
    return kind === null ? [] : [{ kind, row }]
  })
  return news.toSorted(
    (one, other) =>
      ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
      other.row.updatedAt - one.row.updatedAt,
  )
}

const ORDER: readonly AwayKind[] = ['approval', 'question', 'error', 'unfinished', 'done']

/** Null: it is still working, or rests as the person left it. */
function kindOf({ activity, asks }: ConversationSummary): AwayKind | null {
  if (asks === 'approval') return 'approval'
  if (asks !== null) return 'question'
  if (activity === 'failed' || activity === 'contextFull' || activity === 'setAside') return 'error'
  if (activity === 'unfinished' || activity === 'atLimit') return 'unfinished'
  return activity === 'idle' || activity === 'done' ? 'done' : null
}

const COUNTED: readonly (readonly [readonly AwayKind[], string, string])[] = [
  [['approval', 'question'], 'needs you', 'need you'],
  [['error'], 'failed', 'failed'],
  [['unfinished'], 'unfinished', 'unfinished'],
  [['done'], 'done', 'done'],
]

/** `1 needs you, 2 done`. */
export function wordsOfAway(news: readonly AwayNews[]): string {
  return COUNTED.flatMap(([kinds, one, many]) => {
    const count = news.filter(({ kind }) => kinds.includes(kind)).length
    return count === 0 ? [] : [countOf(count, one, many)]
  }).join(', ')
}

/** `Spent $0.084, 3 files changed`: what conversations did meanwhile; '' if nothing. */
export function wordsOfDone({ files, spend }: CommandOutput<'spend.since'>): string {
  const tokens = totalOf(spend.usage)
  const cost = tokens === 0 ? null : (costOf(spend) ?? countOf(tokens, 'token', 'tokens'))
  const changed = `${countOf(files, 'file', 'files')} changed`
  return [...(cost === null ? [] : [`Spent ${cost}`]), ...(files === 0 ? [] : [changed])].join(', ')
}

/** The conversations that did anything since then, the newest first. */
export function changedSince(
  leftAt: number,
  list: readonly ConversationSummary[],
): readonly ConversationId[] {
  const changed = list.filter(({ updatedAt }) => updatedAt > leftAt)
  const newest = changed.toSorted((one, other) => other.updatedAt - one.updatedAt)
  return newest.slice(0, MOST_LOOKED_AT).map(({ id }) => id)
}
