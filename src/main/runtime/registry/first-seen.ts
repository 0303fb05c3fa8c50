import { type ConversationSummary, RESTING } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'

/** More rows than any window shows at once. */
export const ROWS_FIRST_SEEN = 200

/**
 * Returns everything that a window with these conversations shows of the list before somebody scrolls: the newest rows,
 * those that are sorted above them or counted, and forks of the shown ones. Null: the shown ones are further down.
 * `rows`: of the list, at least these.
 */
export function firstSeen(
  rows: readonly ConversationSummary[],
  shown: readonly ConversationId[],
): readonly ConversationSummary[] | null {
  const listed = rows.filter(({ hasBegun, isArchived }) => hasBegun && !isArchived)
  const newest = listed.toSorted((one, other) => other.createdAt - one.createdAt)
  const seen = new Set(newest.slice(0, ROWS_FIRST_SEEN))
  const before = [...seen].filter(({ id }) => shown.includes(id))
  if (before.length < new Set(shown).size) return null
  const origins = new Set(before.map(({ forkedFrom }) => forkedFrom))
  const isKin = ({ id, forkedFrom }: ConversationSummary): boolean =>
    origins.has(id) || (forkedFrom !== null && shown.includes(forkedFrom))
  return rows.filter((row) => seen.has(row) || standsOut(row) || isKin(row))
}

/** True if it has a place of its own, needs somebody, or something runs in it. */
function standsOut({ activity, isUnread, jobs, pinnedAt, rank }: ConversationSummary): boolean {
  return pinnedAt !== null || rank !== null || isUnread || jobs > 0 || !RESTING.has(activity)
}
