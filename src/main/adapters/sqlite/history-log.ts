import type { Database } from 'better-sqlite3'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { ANTHROPIC_ENDPOINT } from '../../../shared/models/model-name.ts'
import type { LoggedMessage } from '../../core/log/replay.ts'
import { UNTITLED } from '../../core/turn/title.ts'
import type { HistoryLog } from '../../runtime/ports/history-log.ts'
import { type EventRow, jsonIn, type MessageRow } from './history/history-rows.ts'
import { unpackId } from './history/packed.ts'

/**
 * Reads an open database for replay and diagnostics. The columns are those of the first migration, in tables or in views of
 * them, so older files are readable.
 */
export function createHistoryLog(db: Database): HistoryLog {
  const list = db.prepare<[string, number], { id: string; title: string | null }>(
    'SELECT id, title FROM conversations WHERE id > ? ORDER BY id LIMIT ?',
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM conversations').pluck()
  const rows = db.prepare<[string, number, number], EventRow>(`
    SELECT seq, id, at, kind, parent_id, body FROM events
    WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?`)
  const message = db.prepare<[string], MessageRow>('SELECT * FROM messages WHERE id = ?')
  const messages = db.prepare<[string, number, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?',
  )
  const end = db.prepare<[{ id: string }], { seq: number; messages: number; state: string }>(`
    SELECT seq, state, (SELECT count(*) FROM messages WHERE conversation_id = :id) AS messages
    FROM conversations WHERE id = :id`)
  return {
    conversations: (after, limit) =>
      list.all(after ?? '', limit).map(({ id, title }) => {
        return { id: id as ConversationId, title: title ?? UNTITLED }
      }),
    count: () => count.get() ?? 0,
    rows: (id, afterSeq, limit) =>
      rows.all(id, afterSeq, limit).map(({ seq, id: rowId, at, kind, parent_id, body }) => {
        const parentId = parent_id === null ? null : unpackId(parent_id)
        return { seq, id: unpackId(rowId), at, kind, parentId, body: jsonIn(body) }
      }),
    message: (id) => {
      const row = message.get(id)
      return row === undefined ? null : loggedOf(row)
    },
    messages: (id, afterSeq, limit) =>
      messages.all(id, afterSeq, limit).map((row) => {
        return { id: row.id as MessageId, ...loggedOf(row) }
      }),
    end: (id) => {
      const found = end.get({ id })
      if (found === undefined) throw new Error(`no conversation ${id}`)
      return { ...found, state: jsonIn(found.state) }
    },
  }
}

function loggedOf({ at, content, seq }: MessageRow): LoggedMessage {
  return { seq, at, content: asOfNow(jsonIn(content)) }
}

/** Values of fields that old messages lack: no file that could be undone, the only endpoint of that time, no known price. */
const MEANT: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  tool: { files: [] },
  agent: { endpoint: ANTHROPIC_ENDPOINT, price: null },
  summary: { price: null },
}

function asOfNow(content: unknown): unknown {
  const isObject = typeof content === 'object' && content !== null
  if (!isObject || !('type' in content)) return content
  return { ...MEANT[String(content.type)], ...content }
}
