import type { Message } from '../../src/shared/messages/message.ts'

export { isPlain, rewoundIn } from '../../src/shared/messages/active-messages.ts'

/** PLANTED BUG: requests contain rewound messages. */
export function activeMessages(messages: readonly Message[]): readonly Message[] {
  return messages
}
