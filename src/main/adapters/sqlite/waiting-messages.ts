import type { Database } from 'better-sqlite3'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { toWaiting, type WaitingRow } from './rows.ts'

export interface WaitingTable {
  of(id: ConversationId): readonly WaitingMessage[]
  put(id: ConversationId, message: WaitingMessage): void
  remove(id: ConversationId, messageId: MessageId): void
  order(id: ConversationId, order: readonly MessageId[]): void
}

/** Messages that wait to be sent. Each change is one statement: complete or not at all. */
export function prepareWaiting(db: Database): WaitingTable {
  const select = db.prepare<[string], WaitingRow>(`
    SELECT id, text, attachments, "when" FROM waiting_messages
    WHERE conversation_id = ? ORDER BY position`)
  const upsert = db.prepare(`
    INSERT INTO waiting_messages (conversation_id, id, position, text, attachments, "when")
    VALUES (:conversationId, :id,
      (SELECT coalesce(max(position), 0) + 1 FROM waiting_messages WHERE conversation_id = :conversationId),
      :text, :attachments, :when)
    ON CONFLICT DO UPDATE SET text = excluded.text, attachments = excluded.attachments,
      "when" = excluded."when"`)
  const remove = db.prepare('DELETE FROM waiting_messages WHERE conversation_id = ? AND id = ?')
  const order = db.prepare(`
    UPDATE waiting_messages SET position = coalesce(
      (SELECT min(key) FROM json_each(:order) WHERE value = waiting_messages.id),
      position + json_array_length(:order))
    WHERE conversation_id = :conversationId`)

  return {
    of: (id) => select.all(id).map(toWaiting),
    put: (conversationId, { attachments, ...message }) => {
      upsert.run({ ...message, conversationId, attachments: JSON.stringify(attachments) })
    },
    remove: (id, messageId) => void remove.run(id, messageId),
    order: (conversationId, ids) => {
      order.run({ conversationId, order: JSON.stringify(ids) })
    },
  }
}
