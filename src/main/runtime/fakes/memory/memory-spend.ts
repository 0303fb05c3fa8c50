import type { ConversationId } from '../../../../shared/ids.ts'
import { answersIn } from '../../../../shared/messages/message.ts'
import { totalSpend } from '../../../../shared/models/price.ts'
import type { HistoryStore } from '../../ports/history-store.ts'
import type { StoredRecord } from './memory-log.ts'

/** Returns what the sub-agents in a store in memory have used. */
export function subAgentSpendIn(
  kept: ReadonlyMap<ConversationId, StoredRecord>,
): HistoryStore['subAgentSpend'] {
  return (id) => {
    const children = [...kept.values()].filter(({ parent }) => parent?.conversationId === id)
    return totalSpend(children.flatMap(({ messages }) => answersIn(messages)))
  }
}
