import { assertNever } from '../../shared/assert-never.ts'
import type { ConversationSummary } from '../../shared/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'

/** The rows of one folder, the newest first. */
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

/** Folders and their rows, each in the order of when they were made: a row never jumps while one reads. */
export function groupByFolder(list: readonly ConversationSummary[]): readonly FolderGroup[] {
  const newestFirst = list.toSorted((one, other) => other.createdAt - one.createdAt)
  const groups = new Map<string, ConversationSummary[]>()
  for (const summary of newestFirst) {
    const group = groups.get(summary.folder)
    if (group === undefined) groups.set(summary.folder, [summary])
    else group.push(summary)
  }
  return [...groups].map(([folder, conversations]) => ({ folder, conversations }))
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
  switch (activity) {
    case 'asking':
    case 'contextFull':
    case 'failed':
    case 'setAside':
      return true
    case 'idle':
    case 'unfinished':
    case 'done':
      return isUnread
    case 'waiting':
    case 'answering':
    case 'compacting':
    case 'runningTool':
    case 'delegating':
    case 'retrying':
    case 'stopping':
      return false
    default:
      return assertNever(activity)
  }
}
