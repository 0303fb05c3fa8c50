import { Buffer } from 'node:buffer'
import Database from 'better-sqlite3'
import { packId, type Packed, packText, unpackId, unpackText } from './packed.ts'

/** Shorter texts are not worth the time to unpack (UTF-16 units): messages are read often, the log hardly ever. */
const SHORT_MESSAGE = 300
const SHORT_ENTRY = 48

/** A message to be written to the history. */
export interface NewMessageRow {
  readonly seq: number
  readonly id: string
  readonly at: number
  /** The type of its content; empty if that is not JSON. */
  readonly type: string
  /** JSON. */
  readonly content: string
}

/** A log row to be written to the history. */
export interface NewEventRow {
  readonly seq: number
  readonly id: string
  readonly at: number
  readonly kind: 'input' | 'lifecycle'
  readonly type: string
  readonly parentId: string | null
  /** JSON. */
  readonly body: string
}

/** The writing side of the history: everything runs in the caller's transaction. Throws SQLite's errors. */
export interface HistoryRows {
  addMessage(conversationId: string, row: NewMessageRow): void
  addEvent(conversationId: string, row: NewEventRow): void
  /** Removes everything up to this seq, which may lie between rows. */
  removeMessages(conversationId: string, throughSeq: number): void
  removeEvents(conversationId: string, throughSeq: number): void
  /** Call this when the conversation has no rows any more. */
  forget(conversationId: string): void
}

export function prepareHistoryRows(db: Database.Database): HistoryRows {
  const keyOf = db
    .prepare<[string], number>('SELECT key FROM history_keys WHERE conversation_id = ?')
    .pluck()
  const addKey = db.prepare('INSERT INTO history_keys (conversation_id) VALUES (?)')
  const hasWideMessage = db.prepare<[string]>('SELECT 1 FROM wide_messages WHERE id = ?')
  const hasWideEvent = db.prepare<[string]>('SELECT 1 FROM wide_events WHERE id = ?')
  const insertMessage = db.prepare(`
    INSERT INTO packed_messages (key, seq, id, at, type, bytes, content) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const insertEvent = db.prepare(`
    INSERT INTO packed_events (key, seq, id, at, kind, type, parent_id, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const ofKey = 'key = (SELECT key FROM history_keys WHERE conversation_id = ?) AND seq <= ?'
  const removal = (packed: string, wide: string): HistoryRows['removeMessages'] => {
    const statements = [
      db.prepare(`DELETE FROM ${packed} WHERE ${ofKey}`),
      db.prepare(`DELETE FROM ${wide} WHERE conversation_id = ? AND seq <= ?`),
    ]
    return (id, throughSeq) => {
      for (const statement of statements) statement.run(id, throughSeq)
    }
  }
  const forget = db.prepare('DELETE FROM history_keys WHERE conversation_id = ?')

  function key(id: string): number {
    return keyOf.get(id) ?? Number(addKey.run(id).lastInsertRowid)
  }

  return {
    addMessage: (conversationId, { at, content, id, seq, type }) => {
      if (hasWideMessage.get(id) !== undefined) throw idTaken(id)
      const bytes = Buffer.byteLength(content)
      insertMessage.run(
        key(conversationId),
        seq,
        id,
        at,
        type,
        bytes,
        packText(content, SHORT_MESSAGE),
      )
    },
    addEvent: (conversationId, { at, body, id, kind, parentId, seq, type }) => {
      if (hasWideEvent.get(id) !== undefined) throw idTaken(id)
      const parent = parentId === null ? null : packId(parentId)
      const isLifecycle = Number(kind === 'lifecycle')
      const packed = packText(body, SHORT_ENTRY)
      insertEvent.run(key(conversationId), seq, packId(id), at, isLifecycle, type, parent, packed)
    },
    removeMessages: removal('packed_messages', 'wide_messages'),
    removeEvents: removal('packed_events', 'wide_events'),
    forget: (id) => void forget.run(id),
  }
}

function idTaken(id: string): Error {
  return new Database.SqliteError(`${id} is there already`, 'SQLITE_CONSTRAINT_UNIQUE')
}

/** A row as the views show it, in any format. */
export interface MessageRow {
  readonly conversation_id: string
  readonly id: string
  readonly seq: number
  readonly at: number
  readonly content: Packed
}

export interface EventRow {
  readonly conversation_id: string
  readonly seq: number
  readonly id: Packed
  readonly at: number
  readonly kind: 'input' | 'lifecycle'
  readonly type: string
  readonly parent_id: Packed | null
  readonly body: Packed
}

/** The row as it was passed to `addMessage`. Throws if its content cannot be unpacked. */
export function messageRowOf({ at, content, id, seq }: MessageRow): NewMessageRow {
  const text = unpackText(content)
  return { seq, id, at, type: typeIn(text), content: text }
}

/** The row as it was passed to `addEvent`. Throws if a part of it cannot be unpacked. */
export function eventRowOf({ at, body, id, kind, parent_id, seq, type }: EventRow): NewEventRow {
  const parentId = parent_id === null ? null : unpackId(parent_id)
  return { seq, id: unpackId(id), at, kind, type, parentId, body: unpackText(body) }
}

/** The JSON of a row; null if it is not JSON. */
export function jsonIn(packed: Packed): unknown {
  try {
    return JSON.parse(unpackText(packed))
  } catch {
    return null
  }
}

function typeIn(content: string): string {
  const read = jsonIn(content)
  const type = typeof read === 'object' && read !== null && 'type' in read ? read.type : ''
  return typeof type === 'string' ? type : ''
}
