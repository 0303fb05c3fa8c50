import type { ConversationEvent } from '../../../core/machine/event.ts'
import type { Attachment } from '../../../../shared/messages/attachment.ts'
import type { MessageId } from '../../../../shared/ids.ts'
import type { MessageDraft } from '../../../../shared/messages/message.ts'

/** A draft that a message took with it. */
export interface TakenDraft {
  readonly messageId: MessageId
  readonly draft: MessageDraft
}

/** Returns the draft that a message of these steps takes with it. A waiting message is no longer a draft. */
export function draftTakenBy(
  events: readonly ConversationEvent[],
  delivered: readonly MessageId[],
  readDraft: () => MessageDraft,
): TakenDraft | null {
  for (const event of events) {
    if (event.type !== 'userMessage' || delivered.includes(event.messageId)) continue
    try {
      const draft = readDraft()
      if (takesDraft(event, draft)) return { messageId: event.messageId, draft }
    } catch {
      // A draft that cannot be read stays.
    }
  }
  return null
}

/**
 * True if a message begins with the draft, which may have been saved a moment before the last letters were typed, and has
 * all of its files. Any other draft holds something that was not sent, for example from another window
 * (docs/decisions/155).
 */
export function takesDraft(message: Omit<MessageDraft, 'caret'>, draft: MessageDraft): boolean {
  const sent = new Set(message.attachments.map(keyOf))
  return (
    message.text.startsWith(draft.text) && draft.attachments.every((each) => sent.has(keyOf(each)))
  )
}

function keyOf({ name, original }: Attachment): string {
  return `${original} ${name}`
}
