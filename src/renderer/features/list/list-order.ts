import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { rankOf, ranksFor } from '../../../shared/conversation/manual-order.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { CommandInput } from '../../../shared/protocol/commands.ts'
import type { FolderGroup } from '../../state/list.ts'

export type Ranks = CommandInput<'conversation.order'>['ranks']

/** The rows among which this one can move, in order: those of its folder that are pinned, or not, as it is. */
function peersOf(
  id: ConversationId,
  groups: readonly FolderGroup[],
  all: readonly ConversationSummary[],
): readonly ConversationSummary[] {
  const group = groups.find(({ rows }) => rows.some((row) => row.id === id))
  const rows = (group?.rows ?? []).flatMap(({ index }) => all[index] ?? [])
  const isPinned = rows.find((row) => row.id === id)?.pinnedAt !== null
  return rows.filter((row) => (row.pinnedAt !== null) === isPinned)
}

/** Moves a row by one position up or down; null: it is already at the end. */
export function movedBy(
  id: ConversationId,
  by: -1 | 1,
  groups: readonly FolderGroup[],
  all: readonly ConversationSummary[],
): Ranks | null {
  const peers = peersOf(id, groups, all)
  const to = peers.findIndex((row) => row.id === id) + by
  return to < 0 || to >= peers.length ? null : ranksAt(id, to, peers)
}

/** Moves a row to the position of another; null: it cannot be there, or already is. */
export function movedTo(
  id: ConversationId,
  target: ConversationId,
  groups: readonly FolderGroup[],
  all: readonly ConversationSummary[],
): Ranks | null {
  const peers = peersOf(id, groups, all)
  const to = peers.findIndex((row) => row.id === target)
  return to < 0 || target === id ? null : ranksAt(id, to, peers)
}

function ranksAt(id: ConversationId, to: number, peers: readonly ConversationSummary[]): Ranks {
  const others = peers.filter((row) => row.id !== id)
  const order = others.toSpliced(to, 0, ...peers.filter((row) => row.id === id))
  return ranksFor(others.map(rankOf), to).flatMap(([place, rank]) => {
    const row = order[place]
    return row === undefined ? [] : [{ conversationId: row.id, rank }]
  })
}
