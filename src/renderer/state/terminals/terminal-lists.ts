import type { Terminal } from '../../../shared/conversation/terminal.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'

export interface TerminalList {
  readonly terminals: readonly Terminal[]
  /** The list with the higher version counts: an answer and an event may overtake each other. */
  readonly version: number
}

/** The version of a list from before the connection was lost, until there is a new one. */
export const BEFORE_RECONNECT = -1

/** The terminals of conversations that were viewed. */
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

/** The visible terminal: the chosen one, or if that is closed, the one in its place. Null: none. */
export function shownOf(
  terminals: readonly Terminal[],
  chosen: { readonly id: WorkId; readonly at: number } | null,
): Terminal | null {
  const found = terminals.find(({ id }) => id === chosen?.id)
  if (found !== undefined) return found
  return terminals[Math.min(chosen?.at ?? 0, terminals.length - 1)] ?? null
}

/** True if the terminals of this list ended with their host: the one that answers now has none. */
export function isGoneWithHost(before?: TerminalList, now?: TerminalList): boolean {
  const hadSome = before?.version === BEFORE_RECONNECT && before.terminals.length > 0
  return hadSome && now?.terminals.length === 0
}
