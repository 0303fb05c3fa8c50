import type { ConversationId } from '../../../shared/ids.ts'
import { textOfLink } from '../../../shared/link.ts'
import { putOnClipboard } from '../../ui/clipboard.ts'

/** Copies a link to a conversation, or to a place in it. */
export function copyLink(conversationId: ConversationId, seq: number | null): Promise<boolean> {
  return putOnClipboard(textOfLink({ type: 'conversation', conversationId, seq }))
}
