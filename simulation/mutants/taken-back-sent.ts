import type { Message } from '../../src/shared/message.ts'

export { takenBackIn } from '../../src/shared/active-messages.ts'

/** PLANTED BUG: requests hold what was taken back. */
export function activeMessages(messages: readonly Message[]): readonly Message[] {
  return messages
}
