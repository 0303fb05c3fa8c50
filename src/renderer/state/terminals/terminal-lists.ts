import type { Terminal } from '../../../shared/conversation/terminal.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'

export interface TerminalList {
  readonly terminals: readonly Terminal[]
  /** Of two lists, the one of the higher version counts: an answer and an event may pass each other. */
  readonly version: number
}

/** The terminals of the conversations that were looked at. */
export type TerminalLists = ReadonlyMap<ConversationId, TerminalList>

export function withList(
  lists: TerminalLists,
  conversationId: ConversationId,
  list: TerminalList,
): TerminalLists {
  const known = lists.get(conversationId)
  if (known !== undefined && known.version > list.version) return lists
  return new Map(lists).set(conversationId, list)
}

/** The one that is shown: the chosen one, or where that is closed, the one that took its place. Null: there is none. */
export function shownOf(
  terminals: readonly Terminal[],
  chosen: { readonly id: WorkId; readonly at: number } | null,
): Terminal | null {
  const found = terminals.find(({ id }) => id === chosen?.id)
  if (found !== undefined) return found
  return terminals[Math.min(chosen?.at ?? 0, terminals.length - 1)] ?? null
}
