import { AsyncLocalStorage } from 'node:async_hooks'
import type { ConversationId } from '../../../shared/ids.ts'

const owner = new AsyncLocalStorage<ConversationId>()

/**
 * Everything that results from it, including callbacks of timers, children and sockets, is attributed to this
 * conversation.
 */
export function asWorkOf<Value>(conversationId: ConversationId, work: () => Value): Value {
  return owner.run(conversationId, work)
}

/** Null: what runs now was not begun for a conversation. */
export function whoseWork(): ConversationId | null {
  return owner.getStore() ?? null
}
