import type { MessageId } from '../../../shared/ids.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import type { Message } from '../../../shared/messages/message.ts'

/**
 * Returns the person's newest message. Asked for by its id, it is rewound once even if the answer is lost: "the newest"
 * would be an older one by then. Null: it is not among these.
 */
export function newestToEdit(messages: readonly Message[]): MessageId | null {
  const newest = activeMessages(messages).findLast(
    ({ content }) => content.type === 'user' && content.author === 'person',
  )
  return newest?.id ?? null
}
