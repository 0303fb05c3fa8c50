import { type ConversationSummary, RESTING } from '../../../shared/conversation/conversation.ts'
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
  return isUnread && RESTING.has(activity) ? 2 : 1
}

type Item = Pick<ConversationSummary, 'id' | 'asks'>

/**
 * The expanded item: the one that a person selected or, if that is gone or answered, the one in its place. Null: none.
 * `before`: the previous items. A turn may end in the same moment as it is answered, and its item stays, as done.
 */
export function selectedIn(
  items: readonly Item[],
  chosen: ConversationId | null,
  before: readonly Item[],
): ConversationId | null {
  const at = before.findIndex(({ id }) => id === chosen)
  const asked = (before[at]?.asks ?? null) !== null
  const isWaiting = ({ id, asks }: Item): boolean => id !== chosen || !asked || asks !== null
  const waiting = items.filter(isWaiting)
  const left = new Set(waiting.map(({ id }) => id))
  if (chosen !== null && left.has(chosen)) return chosen
  const behind = before.slice(Math.max(0, at)).find(({ id }) => left.has(id))
  return (behind ?? waiting.at(at === -1 ? 0 : -1) ?? items.at(-1))?.id ?? null
}
