import { assertNever } from '../../shared/assert-never.ts'
import type { Activity, ConversationSummary } from '../../shared/conversation/conversation.ts'
import { rankOf } from '../../shared/conversation/manual-order.ts'
import type { ConversationId } from '../../shared/ids.ts'

/** The rows that the list shows. Archived ones are shown if they need somebody or run, so nothing waits unseen. */
export type ListFilter = 'all' | 'needsYou' | 'running' | 'archived'

/** A row, and its index in the list. */
export interface ListedRow {
  readonly id: ConversationId
  readonly index: number
}

/** The rows of one folder, and of the worktrees that were made from it: the pinned first, then the newest. */
export interface FolderGroup {
  readonly folder: string
  readonly rows: readonly ListedRow[]
}

/** A row that is replaced keeps its place; a new one comes last. */
export function withRow(
  list: readonly ConversationSummary[],
  row: ConversationSummary,
): readonly ConversationSummary[] {
  const index = list.findIndex((each) => each.id === row.id)
  return index === -1 ? [...list, row] : list.with(index, row)
}

export function withoutRow(
  list: readonly ConversationSummary[],
  id: ConversationId,
): readonly ConversationSummary[] {
  return list.filter((each) => each.id !== id)
}

export function rowsShown(
  list: readonly ConversationSummary[],
  filter: ListFilter,
): readonly ConversationSummary[] {
  return list.filter((row) => isShownUnder(row, filter))
}

function isShownUnder(row: ConversationSummary, filter: ListFilter): boolean {
  if (!row.hasBegun) return false
  switch (filter) {
    case 'all':
      return !row.isArchived
    case 'needsYou':
      return needsYou(row)
    case 'running':
      return isRunning(row)
    case 'archived':
      return row.isArchived
    default:
      return assertNever(filter)
  }
}

/**
 * Folders in the order of their newest conversations. In each, pinned rows come first, in the order in which they were
 * pinned, then the others by creation, unless a person has moved them: a row never jumps while one reads.
 */
export function groupByFolder(
  list: readonly ConversationSummary[],
  filter: ListFilter,
): readonly FolderGroup[] {
  const newestFirst = list
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => isShownUnder(row, filter))
    .toSorted((one, other) => other.row.createdAt - one.row.createdAt)
  const groups = Map.groupBy(newestFirst, ({ row }) => projectOf(row))
  return [...groups].map(([folder, members]) => {
    const rows = members.toSorted((one, other) => byPlace(one.row, other.row))
    return { folder, rows: rows.map(({ row: { id }, index }) => ({ id, index })) }
  })
}

/** Returns the same groups as long as no row is added, removed or moved, which is true for most changes. */
export function createGrouping(): typeof groupByFolder {
  let last: Parameters<typeof groupByFolder> = [[], 'all']
  let groups: readonly FolderGroup[] = []
  return (list, filter) => {
    if (filter !== last[1] || !areSamePlaces(last[0], list, filter))
      groups = groupByFolder(list, filter)
    last = [list, filter]
    return groups
  }
}

/** A worktree is a second folder of the same project (decision 091). */
function projectOf({ folder, worktree }: ConversationSummary): string {
  return worktree?.repository ?? folder
}

function areSamePlaces(
  before: readonly ConversationSummary[],
  now: readonly ConversationSummary[],
  filter: ListFilter,
): boolean {
  return (
    before.length === now.length &&
    now.every((row, index) => {
      const old = before[index]
      if (old === row) return true
      return (
        old?.id === row.id &&
        projectOf(old) === projectOf(row) &&
        old.createdAt === row.createdAt &&
        old.pinnedAt === row.pinnedAt &&
        old.rank === row.rank &&
        isShownUnder(old, filter) === isShownUnder(row, filter)
      )
    })
  )
}

function byPlace(one: ConversationSummary, other: ConversationSummary): number {
  const isPinned = Number(other.pinnedAt !== null) - Number(one.pinnedAt !== null)
  return isPinned || rankOf(other) - rankOf(one)
}

export function countNeedingYou(list: readonly ConversationSummary[]): number {
  return list.reduce((count, row) => (needsYou(row) ? count + 1 : count), 0)
}

/** True if it asks, cannot continue by itself, or has come to rest unseen. */
export function needsYou({ activity, hasBegun, isUnread }: ConversationSummary): boolean {
  if (!hasBegun) return false
  return groupOf(activity) === 'stuck' || (groupOf(activity) === 'resting' && isUnread)
}

/** True if a turn is running that waits for nobody, or a background job. */
function isRunning({ activity, jobs }: ConversationSummary): boolean {
  return groupOf(activity) === 'running' || jobs > 0
}

/** Stuck: only a person can continue it. */
function groupOf(activity: Activity): 'stuck' | 'resting' | 'running' {
  switch (activity) {
    case 'asking':
    case 'contextFull':
    case 'failed':
    case 'setAside':
      return 'stuck'
    case 'idle':
    case 'unfinished':
    case 'atLimit':
    case 'done':
      return 'resting'
    case 'waiting':
    case 'answering':
    case 'compacting':
    case 'runningTool':
    case 'delegating':
    case 'retrying':
    case 'stopping':
      return 'running'
    default:
      return assertNever(activity)
  }
}
