import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'

/** True if nothing of this conversation waits for the database. */
export function isFree({ loop }: Pick<ConversationRuntime, 'loop'>): boolean {
  return !loop.isWaiting
}
