import type { ConversationSummary } from '../../shared/conversation.ts'

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
