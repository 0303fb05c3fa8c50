import { ConversationId } from '../../../shared/ids.ts'

/** The part of the address that names what is shown, so that a reload shows it again. */
export function fragmentOf(conversationId: ConversationId | null): string {
  return conversationId === null ? '#new' : `#conversation=${encodeURIComponent(conversationId)}`
}

export function conversationIn(fragment: string): ConversationId | null {
  const id = new URLSearchParams(fragment.replace(/^#/, '')).get('conversation')
  const parsed = ConversationId.safeParse(id)
  return parsed.success ? parsed.data : null
}
