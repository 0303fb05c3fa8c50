import { ConversationId } from '../../../shared/ids.ts'

/** The part of the address that names what is shown, so a reload shows it again. */
export function fragmentOf(conversationId: ConversationId | null): string {
  return conversationId === null ? '#new' : `#conversation=${encodeURIComponent(conversationId)}`
}

/** A conversation is; a form that was left, or the bare address of the app, is not. */
export function isPlaceToReturnTo(fragment: string): boolean {
  return conversationIn(fragment) !== null
}

export function conversationIn(fragment: string): ConversationId | null {
  const id = new URLSearchParams(fragment.replace(/^#/, '')).get('conversation')
  const parsed = ConversationId.safeParse(id)
  return parsed.success ? parsed.data : null
}
