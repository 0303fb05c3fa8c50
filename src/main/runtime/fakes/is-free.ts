import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'

/** True if no step of this conversation waits for the database. */
export function isFree({ loop }: Pick<ConversationRuntime, 'loop'>): boolean {
  let isNow = false
  loop.whenFree(() => {
    isNow = true
  })
  return isNow
}
