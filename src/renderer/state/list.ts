import { assertNever } from '../../shared/assert-never.ts'
import type { Activity, ConversationSummary } from '../../shared/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'

/** Which rows the list shows. Archived ones are in the list where they need somebody or run, so that nothing waits unseen. */
export type ListFilter = 'all' | 'needsYou' | 'running' | 'archived'

/** The rows of one folder: the pinned first, then the newest. */
export interface FolderGroup {
  readonly folder: string
  readonly conversations: readonly ConversationSummary[]
}

/** The list with this row new or replaced. */
export function withSummary(
  list: readonly ConversationSummary[],
  summary: ConversationSummary,
): readonly ConversationSummary[] {
  const index = list.findIndex((each) => each.id === summary.id)
  return index === -1 ? [...list, summary] : list.with(index, summary)
}

/** The list without this row. */
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
  switch (filter) {
    case 'all':
      return list.filter(({ isArchived }) => !isArchived)
    case 'needsYou':
      return list.filter(needsYou)
    case 'running':
      return list.filter(isRunning)
    case 'archived':
      return list.filter(({ isArchived }) => isArchived)
    default:
      return assertNever(filter)
  }
}

/**
 * Folders in the order of their newest conversations. In each the pinned rows stand first, in the order in which they were
 * pinned, and the others by when they were made: a row never jumps while one reads.
 */
export function groupByFolder(list: readonly ConversationSummary[]): readonly FolderGroup[] {
  const newestFirst = list.toSorted((one, other) => other.createdAt - one.createdAt)
  const groups = new Map<string, ConversationSummary[]>()
  for (const summary of newestFirst) {
    const group = groups.get(summary.folder)
    if (group === undefined) groups.set(summary.folder, [summary])
    else group.push(summary)
  }
  return [...groups].map(([folder, conversations]) => {
    return { folder, conversations: conversations.toSorted(byPin) }
  })
}

function byPin(one: ConversationSummary, other: ConversationSummary): number {
  return (one.pinnedAt ?? Infinity) - (other.pinnedAt ?? Infinity) || 0
}

/**
 * The next one below the shown one in which something waits for a person, from the end on again from the top. Null: there is
 * no other.
 */
export function nextThatNeedsYou(
  list: readonly ConversationSummary[],
  shown: ConversationId | null,
): ConversationId | null {
  const rows = groupByFolder(list).flatMap(({ conversations }) => conversations)
  const at = rows.findIndex(({ id }) => id === shown)
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
  return others.find(needsYou)?.id ?? null
}

/** It asks, cannot go on by itself, or has come to rest unseen. */
function needsYou({ activity, isUnread }: ConversationSummary): boolean {
  return standingOf(activity) === 'stuck' || (standingOf(activity) === 'resting' && isUnread)
}

/** A turn goes on without anybody, or a background job. */
function isRunning({ activity, jobs }: ConversationSummary): boolean {
  return standingOf(activity) === 'running' || jobs > 0
}

/** Stuck: only a person can make it go on. */
function standingOf(activity: Activity): 'stuck' | 'resting' | 'running' {
  switch (activity) {
    case 'asking':
    case 'contextFull':
    case 'failed':
    case 'setAside':
      return 'stuck'
    case 'idle':
    case 'unfinished':
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
