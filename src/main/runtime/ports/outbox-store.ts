import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { WaitingMessage } from '../../../shared/messages/waiting.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'

/** Messages that wait until the agent can take them. A step removes those that it sends (`Commit.delivered`). */
export interface OutboxStore {
  /** Returns the waiting messages, in order. */
  waiting(id: ConversationId): readonly WaitingMessage[]
  /** Adds it at the end, or replaces the one with the same id. */
  putWaiting(id: ConversationId, message: WaitingMessage): Result<null, StoreFault>
  removeWaiting(id: ConversationId, messageId: MessageId): Result<null, StoreFault>
  orderWaiting(id: ConversationId, order: readonly MessageId[]): Result<null, StoreFault>
}
