import type { ConversationId } from '../../../../shared/ids.ts'

/** One question to an editor. */
export interface EditorAsk {
  readonly askId: string
  readonly conversationId: ConversationId
  readonly path: string
}

/** Clients that are editors, and answer for the files of conversations. */
export interface EditorPort {
  /** In place of whoever answered for this conversation before. Null: this client no longer does. */
  offer(client: object, id: ConversationId, ask: ((ask: EditorAsk) => void) | null): void
  answer(client: object, askId: string, text: string | null): void
  leave(client: object): void
}
