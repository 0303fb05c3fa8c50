import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'

interface Forks {
  /** The conversation that this one was forked from. */
  readonly from: ConversationSummary | null
  /** The forks of this one, oldest first. */
  readonly to: readonly ConversationSummary[]
}

/** Both directions, from the list. */
export function forksOf(
  { id, forkedFrom }: { readonly id: ConversationId; readonly forkedFrom: ConversationId | null },
  list: readonly ConversationSummary[],
): Forks {
  return {
    from: list.find((each) => each.id === forkedFrom) ?? null,
    to: list
      .filter((each) => each.forkedFrom === id)
      .toSorted((one, other) => one.createdAt - other.createdAt),
  }
}
