import type { Message } from '../../src/shared/messages/message.ts'

export { activeSpans, isPlain, rewoundIn } from '../../src/shared/messages/active-messages.ts'

/** PLANTED BUG: requests contain rewound messages. */
export function activeMessages(messages: readonly Message[]): readonly Message[] {
  return messages
}
