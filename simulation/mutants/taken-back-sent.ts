import type { Message } from '../../src/shared/messages/message.ts'

export { takenBackIn } from '../../src/shared/messages/active-messages.ts'

/** PLANTED BUG: requests contain messages that were taken back. */
export function activeMessages(messages: readonly Message[]): readonly Message[] {
  return messages
}
