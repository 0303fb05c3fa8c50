import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'
import { UNTITLED } from '../../core/title.ts'
import type { HistoryLog } from '../../runtime/history-log.ts'
import type { MessageRow } from './rows.ts'

interface EventRow {
  readonly seq: number
  readonly id: string
  readonly at: number
  readonly kind: 'input' | 'lifecycle'
  readonly parent_id: string | null
  readonly body: string
}

/** What replay reads of an open database. The columns are those of the first migration: an older file is readable. */
export function createHistoryLog(db: Database): HistoryLog {
  const list = db.prepare<[string, number], { id: string; title: string | null }>(
    'SELECT id, title FROM conversations WHERE id > ? ORDER BY id LIMIT ?',
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM conversations').pluck()
  const rows = db.prepare<[string, number, number], EventRow>(`
    SELECT seq, id, at, kind, parent_id, body FROM events
    WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?`)
  const message = db.prepare<[string], MessageRow>('SELECT * FROM messages WHERE id = ?')
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
        return { seq, id: rowId, at, kind, parentId: parent_id, body: jsonOf(body) }
      }),
    message: (id) => {
      const row = message.get(id)
      if (row === undefined) return null
      return { seq: row.seq, at: row.at, content: asOfNow(jsonOf(row.content)) }
    },
    end: (id) => {
      const found = end.get({ id })
      if (found === undefined) throw new Error(`no conversation ${id}`)
      return { ...found, state: jsonOf(found.state) }
    },
  }
}

/** Results from before there was an undo do not say what they made of files: nothing that could be taken back. */
function asOfNow(content: unknown): unknown {
  const isObject = typeof content === 'object' && content !== null
  if (!isObject || !('type' in content) || content.type !== 'tool') return content
  return 'files' in content ? content : { ...content, files: [] }
}

/** Null: it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
