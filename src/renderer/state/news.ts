import type { Activity, ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { needsYou } from './list.ts'

/** The kinds of notifications for a person who looks elsewhere. */
export const NEWS_KINDS = ['done', 'approval', 'question', 'error'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export interface News {
  readonly kind: NewsKind
  readonly row: ConversationSummary
}

type List = readonly ConversationSummary[]

/** The news between two states of the list. New rows are not news. */
export function newsIn(before: List, now: List): readonly News[] {
  return changedIn(now, before).flatMap(([row, old]) => {
    const kind = old === undefined ? null : newsOf(old, row)
    return kind === null ? [] : [{ kind, row }]
  })
}

/** Conversations that needed a person and no longer do: answered, read or removed, in whichever window. */
export function settledIn(before: List, now: List): readonly ConversationId[] {
  return changedIn(before, now).flatMap(([old, row]) =>
    needsYou(old) && (row === undefined || !needsYou(row)) ? [old.id] : [],
  )
}

type Changed = readonly [row: ConversationSummary, other: ConversationSummary | undefined]

/** The rows of a list that differ in another list, each with its counterpart there. */
function changedIn(list: List, other: List): readonly Changed[] {
  let places: ReadonlyMap<ConversationId, ConversationSummary> | null = null
  return list.flatMap((row, index): readonly Changed[] => {
    let counterpart = other[index]
    if (counterpart === row) return []
    if (counterpart?.id !== row.id) {
      places ??= new Map(other.map((each) => [each.id, each]))
      counterpart = places.get(row.id)
    }
    return counterpart === row ? [] : [[row, counterpart]]
  })
}

/** Null: there is nothing to report. */
export function newsOf(before: ConversationSummary, now: ConversationSummary): NewsKind | null {
  if (now.asks !== null) return now.asks === before.asks ? null : kindOfAsking(now.asks)
  if (isBroken(now.activity)) return isBroken(before.activity) ? null : 'error'
  if (!isAtWork(before.activity)) return null
  if (now.activity === 'atLimit') return 'question'
  return isDone(now.activity) ? 'done' : null
}

function kindOfAsking(asks: NonNullable<ConversationSummary['asks']>): NewsKind {
  switch (asks) {
    case 'approval':
      return 'approval'
    case 'answer':
    case 'moreTime':
      return 'question'
    default:
      return assertNever(asks)
  }
}

function isBroken(activity: Activity): boolean {
  return activity === 'failed' || activity === 'contextFull' || activity === 'setAside'
}

/** A turn stopped by a person is unfinished, not done. */
function isDone(activity: Activity): boolean {
  return activity === 'idle' || activity === 'done'
}

function isAtWork(activity: Activity): boolean {
  switch (activity) {
    case 'waiting':
    case 'answering':
    case 'runningTool':
    case 'delegating':
    case 'retrying':
    case 'asking':
      return true
    // A person requested this, and sees it.
    case 'compacting':
    case 'stopping':
    case 'idle':
    case 'unfinished':
    case 'atLimit':
    case 'contextFull':
    case 'failed':
    case 'done':
    case 'setAside':
      return false
    default:
      return assertNever(activity)
  }
}
