import type { Database } from 'better-sqlite3'
import type { HistoryStore } from '../../../runtime/ports/history-store.ts'
import { toMessage } from '../rows.ts'
import type { MessageRow } from './history-rows.ts'

type ReadMessages = Pick<HistoryStore, 'history' | 'messages' | 'messagesOf'>

const LAST = Number.MAX_SAFE_INTEGER

/** The messages of one conversation, as the views show them. Throws only where the file is broken. */
export function prepareMessages(db: Database): ReadMessages {
  const from = db.prepare<[string, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq >= ? ORDER BY seq',
  )
  const before = db.prepare<[string, number, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const ofTypes = db.prepare<[string, number, number, string, number], MessageRow>(`
    SELECT * FROM messages
    WHERE conversation_id = ? AND seq > ? AND seq < ? AND type IN (SELECT value FROM json_each(?))
    ORDER BY seq LIMIT ?`)
  return {
    history: (id, fromSeq = 1) => from.all(id, fromSeq).map(toMessage),
    messages: (id, { beforeSeq, limit }) =>
      before
        .all(id, beforeSeq ?? LAST, limit)
        .toReversed()
        .map(toMessage),
    messagesOf: (id, types, { afterSeq, beforeSeq = LAST, limit = -1 }) =>
      ofTypes.all(id, afterSeq, beforeSeq, JSON.stringify(types), limit).map(toMessage),
  }
}
