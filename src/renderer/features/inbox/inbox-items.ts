import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { needsYou } from '../../state/list.ts'

/**
 * Everything that waits for a person: first what asks, then what cannot continue, then what is done and unseen; each
 * newest first.
 */
export function inboxOf(list: readonly ConversationSummary[]): readonly ConversationSummary[] {
  return list
    .filter(needsYou)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.createdAt - one.createdAt)
}

function rankOf({ asks, isUnread, activity }: ConversationSummary): number {
  if (asks !== null) return 0
  const isAtRest = activity === 'idle' || activity === 'done' || activity === 'unfinished'
  return isUnread && isAtRest ? 2 : 1
}

/**
 * The expanded item: the one that a person selected, or, if that is gone, the one in its place. Null: none. `before`:
 * the previous items.
 */
export function selectedIn(
  items: readonly Pick<ConversationSummary, 'id'>[],
  chosen: ConversationId | null,
  before: readonly Pick<ConversationSummary, 'id'>[],
): ConversationId | null {
  if (items.some(({ id }) => id === chosen)) return chosen
  const at = before.findIndex(({ id }) => id === chosen)
  const left = new Set(items.map(({ id }) => id))
  const behind = before.slice(Math.max(0, at)).find(({ id }) => left.has(id))
  return behind?.id ?? items.at(at === -1 ? 0 : -1)?.id ?? null
}
