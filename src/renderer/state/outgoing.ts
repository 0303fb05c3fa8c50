import type { ConversationId, MessageId } from '../../shared/ids.ts'
import type { Attachment } from '../../shared/attachment.ts'
import type { Message, MessageDraft } from '../../shared/message.ts'
import type { MessageMode } from '../../shared/waiting.ts'

/** A message between the press of Enter and its echo from the host. */
export interface Outgoing {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  readonly text: string
  readonly attachments: readonly Attachment[]
  /** What it does to a turn that runs. */
  readonly mode: MessageMode
  /** `held`: the line was cut; it goes out again, under the same id, when the line is back. */
  readonly phase: 'sending' | 'held' | 'committed'
}

/** What a conversation still shows as on its way: not what its messages hold already. */
export function stillOutgoing(
  outgoing: readonly Outgoing[],
  conversationId: ConversationId,
  messages: readonly Message[],
): readonly Outgoing[] {
  const mine = outgoing.filter((each) => each.conversationId === conversationId)
  if (mine.length === 0) return mine
  const stored = new Set(messages.map((message) => message.id))
  return mine.filter((each) => !stored.has(each.messageId))
}

/** What is on its way and not known to be stored. */
export function unsentOf(
  outgoing: readonly Outgoing[],
  conversationId: ConversationId,
): readonly Pick<MessageDraft, 'text' | 'attachments'>[] {
  return outgoing.filter(
    (each) => each.conversationId === conversationId && each.phase !== 'committed',
  )
}

/** A text that comes back goes ahead of what was typed meanwhile. */
export function joinTexts(returned: string, typed: string): string {
  if (typed.trim() === '') return returned
  return returned === '' ? typed : `${returned}\n\n${typed}`
}
