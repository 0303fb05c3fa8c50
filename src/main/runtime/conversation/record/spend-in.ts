import type { ConversationId } from '../../../../shared/ids.ts'
import { answersIn } from '../../../../shared/messages/message.ts'
import { type Spend, totalSpend } from '../../../../shared/models/price.ts'
import type { HistoryStore } from '../../ports/history-store.ts'

/** Returns the tokens and cost of the stored answers of a conversation, without its sub-agents. */
export function spendIn(store: Pick<HistoryStore, 'messagesOf'>, id: ConversationId): Spend {
  return totalSpend(answersIn(store.messagesOf(id, ['agent', 'summary'], { afterSeq: 0 })))
}
