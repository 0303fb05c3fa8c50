import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'

/**
 * The newest conversation in this folder in which nothing was said yet, so that starting again and again makes one.
 * Null: there is none. `typed`: a path as a person writes it.
 */
export function notBegunIn(
  conversations: readonly Pick<ConversationSummary, 'id' | 'folder' | 'createdAt' | 'hasBegun'>[],
  typed: string,
  homeFolder: string,
): ConversationId | null {
  const folder = bare(typed.trim().replace(/^~(?=$|[\\/])/, homeFolder))
  const there = conversations.filter((each) => !each.hasBegun && bare(each.folder) === folder)
  return there.toSorted((one, other) => other.createdAt - one.createdAt)[0]?.id ?? null
}

function bare(folder: string): string {
  return folder.replace(/(?<=.)[\\/]+$/, '')
}
