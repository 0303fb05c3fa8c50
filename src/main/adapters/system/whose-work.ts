import { AsyncLocalStorage } from 'node:async_hooks'
import type { ConversationId } from '../../../shared/ids.ts'

const owner = new AsyncLocalStorage<ConversationId>()

/**
 * Attributes everything that results from the work to this conversation, including callbacks of timers, children and
 * sockets.
 */
export function asWorkOf<Value>(conversationId: ConversationId, work: () => Value): Value {
  return owner.run(conversationId, work)
}

/** Null if the current work was not begun for a conversation. */
export function whoseWork(): ConversationId | null {
  return owner.getStore() ?? null
}
