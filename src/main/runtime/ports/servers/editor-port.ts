import type { ConversationId } from '../../../../shared/ids.ts'

/** A question to an editor. */
export interface EditorAsk {
  readonly askId: string
  readonly conversationId: ConversationId
  readonly path: string
}

/** Clients that are editors and answer for the files of conversations. */
export interface EditorPort {
  /** Registers the client for this conversation in place of any other; null unregisters it. */
  offer(client: object, id: ConversationId, ask: ((ask: EditorAsk) => void) | null): void
  answer(client: object, askId: string, text: string | null): void
  leave(client: object): void
}
