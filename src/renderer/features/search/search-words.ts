import { assertNever } from '../../../shared/assert-never.ts'
import type { Mark } from '../../../shared/search/found-words.ts'
import type {
  FoundConversation,
  Indexing,
  SearchedState,
  SearchHit,
  SearchOrder,
  SearchRole,
} from '../../../shared/search/search.ts'
import { countOf } from '../../../client/words/words.ts'

export type Period = 'ever' | 'day' | 'week' | 'month' | 'year'

const DAY_MS = 24 * 3_600_000
const DAYS: Readonly<Record<Exclude<Period, 'ever'>, number>> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
}

/** ms since 1970; null: any time. */
export function sinceOf(period: Period, now: number): number | null {
  return period === 'ever' ? null : now - DAYS[period] * DAY_MS
}

/** The choices, in this order. */
export const ROLES: readonly (readonly [SearchRole | null, string])[] = [
  [null, 'Everything'],
  ['title', 'Titles'],
  ['person', 'Your messages'],
  ['agent', 'Answers'],
  ['input', 'Commands and inputs'],
  ['output', 'Output'],
]
export const STATES: readonly (readonly [SearchedState | null, string])[] = [
  [null, 'Any state'],
  ['running', 'Running'],
  ['needsYou', 'Needs you'],
  ['resting', 'Not running'],
  ['archived', 'Archived'],
]
export const PERIODS: readonly (readonly [Period, string])[] = [
  ['ever', 'Any time'],
  ['day', 'Last 24 hours'],
  ['week', 'Last 7 days'],
  ['month', 'Last 30 days'],
  ['year', 'Last year'],
]
export const ORDERS: readonly (readonly [SearchOrder, string])[] = [
  ['newest', 'Newest first'],
  ['best', 'Best match first'],
]

/** The place of a match, in a word or two. */
export function wordsOfPlace({ isBySubAgent, isTakenBack, role }: Place): string {
  const where = isBySubAgent ? `${wordOfRole(role)}, sub-agent` : wordOfRole(role)
  return isTakenBack ? `${where}, rewound` : where
}

type Place = Pick<SearchHit, 'role' | 'isTakenBack'> & { readonly isBySubAgent?: boolean }

function wordOfRole(role: SearchHit['role']): string {
  switch (role) {
    case 'person':
      return 'You'
    case 'agent':
      return 'Answer'
    case 'input':
      return 'Input'
    case 'output':
      return 'Output'
    default:
      return assertNever(role)
  }
}

/** `12 messages`; '' if only the title matches. */
export function wordsOfCount({ count, hasMore }: FoundConversation): string {
  if (count === 0) return ''
  if (hasMore) return `More than ${countOf(count, 'message', 'messages')}`
  return countOf(count, 'message', 'messages')
}

/** The progress of indexing older messages; null: all are indexed. */
export function wordsOfIndexing(indexing: Indexing): string | null {
  if (indexing === null) return null
  const share = indexing.total === 0 ? 0 : Math.floor((indexing.done / indexing.total) * 100)
  return `Indexing older conversations: ${share}%`
}

interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

/** A text split at its marks. */
export function piecesOf(text: string, marks: readonly Mark[]): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const [from, to] of marks) {
    if (from > end) pieces.push({ text: text.slice(end, from), isMarked: false })
    pieces.push({ text: text.slice(from, to), isMarked: true })
    end = to
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMarked: false })
  return pieces
}

interface Marked {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** Code between as many backticks on both sides; strong text and stressed text between marks that no word touches from outside. */
const CODE = /(`+)(?!`)(.+?)(?<!`)\1(?!`)/gsu
const STRONG = /(?<![\p{L}\p{N}*_])(\*{1,2}|_{1,2})(?=[^\s*_])(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gsu

/** An excerpt of an answer without the marks of its Markdown, as far as both ends of them are in it. */
export function withoutMarkdown({ text, marks }: Marked): Marked {
  const code = Array.from(text.matchAll(CODE), endsOf)
  const strong = Array.from(text.matchAll(STRONG), endsOf).filter((ends) =>
    ends.every(([at]) => !code.some(([open, close]) => at > open[0] && at < close[0])),
  )
  const left = [...code, ...strong].flat().toSorted(([one], [other]) => one - other)
  const shifted = (place: number): number =>
    left.reduce((sum, [from, to]) => sum - Math.max(0, Math.min(place, to) - from), place)
  let shown = text
  for (const [from, to] of left.toReversed()) shown = shown.slice(0, from) + shown.slice(to)
  return { text: shown, marks: marks.map(([from, to]) => [shifted(from), shifted(to)]) }
}

/** The two places of a match's marks. */
function endsOf({ 0: { length }, 1: mark = '', index }: RegExpExecArray): readonly [Mark, Mark] {
  const end = index + length
  return [
    [index, index + mark.length],
    [end - mark.length, end],
  ]
}
