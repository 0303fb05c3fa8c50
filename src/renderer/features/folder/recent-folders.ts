import type { ConversationSummary } from '../../../shared/conversation.ts'
import type { Client } from '../../connection/client.ts'

/** How many are looked for, where the newer ones are gone. */
const MOST = 5

/** The folders of conversations, the newest conversation's first, each once. */
export function recentFolders(
  conversations: readonly Pick<ConversationSummary, 'folder' | 'createdAt'>[],
): readonly string[] {
  const newestFirst = conversations.toSorted((one, other) => other.createdAt - one.createdAt)
  return [...new Set(newestFirst.map(({ folder }) => folder))]
}

/** The first of these that is there; '' where none is. */
export async function firstThere(
  client: Pick<Client, 'request'>,
  folders: readonly string[],
): Promise<string> {
  for (const folder of folders.slice(0, MOST)) {
    const answer = await client.request('folder.complete', { text: folder })
    if (answer.ok && answer.value.folders.includes(folder)) return folder
  }
  return ''
}
