import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'

/** True if no step of this conversation waits for the database. */
export function isFree(runtime: Pick<ConversationRuntime, 'whenFree'>): boolean {
  let isNow = false
  runtime.whenFree(() => {
    isNow = true
  })
  return isNow
}
