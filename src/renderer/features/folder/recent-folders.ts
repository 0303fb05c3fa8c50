import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { Client } from '../../../client/client.ts'

/** The number of folders checked at once. */
const MOST = 8

export interface RecentFolder {
  readonly folder: string
  /** Time of the last activity in any of its conversations, in ms. */
  readonly usedAt: number
}

/** The folders of conversations, each once, most recent first. */
export function recentFolders(
  conversations: readonly Pick<ConversationSummary, 'folder' | 'createdAt' | 'updatedAt'>[],
): readonly RecentFolder[] {
  const used = new Map<string, number>()
  for (const { folder, updatedAt } of conversations.toSorted(
    (one, other) => other.createdAt - one.createdAt,
  ))
    used.set(folder, Math.max(updatedAt, used.get(folder) ?? 0))
  return [...used].map(([folder, usedAt]) => ({ folder, usedAt }))
}

/** Returns those of the first few that exist, or may exist, in the same order. */
export async function existingFolders<Recent extends Pick<RecentFolder, 'folder'>>(
  client: Pick<Client, 'request'>,
  folders: readonly Recent[],
): Promise<readonly Recent[]> {
  const first = folders.slice(0, MOST)
  const found = await Promise.all(
    first.map(async ({ folder }) => {
      const answer = await client.request('folder.complete', { text: folder })
      return !answer.ok || answer.value.folders.includes(folder)
    }),
  )
  return first.filter((_, index) => found[index] === true)
}
