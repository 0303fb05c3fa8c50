import type { ConversationEvent } from '../../../core/machine/event.ts'
import type { Attachment } from '../../../../shared/messages/attachment.ts'
import type { MessageId } from '../../../../shared/ids.ts'
import type { MessageDraft } from '../../../../shared/messages/message.ts'

/** True if the step's message takes the draft with it. A waiting message is no longer a draft. */
export function takesDraft(
  event: ConversationEvent,
  delivered: readonly MessageId[],
  readDraft: () => MessageDraft,
): boolean {
  if (event.type !== 'userMessage' || delivered.includes(event.messageId)) return false
  try {
    return isBeginning(readDraft(), event)
  } catch {
    // A draft that cannot be read stays.
    return false
  }
}

/**
 * True if a message begins with a draft, which may have been saved a moment before the last letters were typed, and has
 * all of its files. Any other draft holds something that was not sent, for example from another window
 * (docs/decisions/155).
 */
export function isBeginning(draft: MessageDraft, message: Omit<MessageDraft, 'caret'>): boolean {
  const sent = new Set(message.attachments.map(keyOf))
  return (
    message.text.startsWith(draft.text) && draft.attachments.every((each) => sent.has(keyOf(each)))
  )
}

function keyOf({ name, original }: Attachment): string {
  return `${original} ${name}`
}
