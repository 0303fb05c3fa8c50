import type { Database } from 'better-sqlite3'
import { type EventRow, eventRowOf, type MessageRow, messageRowOf } from './history-rows.ts'

/** Moves the whole history back to where it was before it was packed, as JSON that a test can change. */
export function widen(db: Database): void {
  const messages = db.prepare<[], MessageRow>('SELECT * FROM messages').all()
  const events = db.prepare<[], EventRow>('SELECT * FROM events').all()
  db.exec(
    'DELETE FROM packed_messages; DELETE FROM packed_events; DELETE FROM wide_messages; DELETE FROM wide_events',
  )
  const addMessage = db.prepare(`
    INSERT INTO wide_messages (conversation_id, seq, id, at, content)
    VALUES (:conversationId, :seq, :id, :at, :content)`)
  const addEvent = db.prepare(`
    INSERT INTO wide_events (conversation_id, seq, id, at, kind, type, parent_id, body)
    VALUES (:conversationId, :seq, :id, :at, :kind, :type, :parentId, :body)`)
  for (const row of messages)
    addMessage.run({ conversationId: row.conversation_id, ...messageRowOf(row) })
  for (const row of events)
    addEvent.run({ conversationId: row.conversation_id, ...eventRowOf(row) })
}
