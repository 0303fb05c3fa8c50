import type { Database } from 'better-sqlite3'
import {
  type EventRow,
  eventRowOf,
  type MessageRow,
  messageRowOf,
  type NewEventRow,
  type NewMessageRow,
} from '../history/history-rows.ts'
import { readMessage } from '../rows.ts'
import { type HistoryTable, type ScatteredRows, scatteredRows } from './scattered-rows.ts'

type Row = Readonly<Record<string, unknown>>

/** A conversation read from a damaged database: complete and consistent. */
export interface Salvage {
  readonly row: Row
  /** Null if the backup has the same; then it was not read. */
  readonly history: SalvagedHistory | null
  /** Its rows in each other table. Of a table that cannot be read, those of the backup stay. */
  readonly others: readonly (readonly [table: string, rows: readonly Row[]])[]
}

interface SalvagedHistory {
  readonly events: readonly NewEventRow[]
  readonly messages: readonly NewMessageRow[]
}

/** The last seqs of a conversation. Stored content never changes, so the same seqs mean the same content. */
export interface Reached {
  readonly seq: number
  readonly messageSeq: number
}

/** A readable row of conversations; `salvage` is null if not everything that belongs to it is readable. */
export interface Found {
  readonly id: string
  readonly title: string
  readonly seq: number
  readonly parentId: string | null
  readonly salvage: Salvage | null
}

const OTHER_TABLES = ['drafts', 'waiting_messages', 'shell_commands'] as const

/** Queries that find ids in different ways: each index is a separate tree, and may be intact where another is not. */
const ID_QUERIES = [
  'SELECT id FROM conversations NOT INDEXED ORDER BY id',
  'SELECT id FROM conversations NOT INDEXED ORDER BY id DESC',
  'SELECT id FROM conversations INDEXED BY conversations_listed WHERE parent_id IS NULL',
  'SELECT id FROM conversations INDEXED BY conversations_children WHERE parent_id IS NOT NULL',
  'SELECT DISTINCT conversation_id FROM events',
  'SELECT DISTINCT conversation_id FROM messages',
] as const

/**
 * Reads all conversations that are still readable, one by one, so an unreadable page costs only those on it. `known`: the
 * seqs in the backup, by id.
 */
export function* salvaged(db: Database, known: ReadonlyMap<string, Reached>): Generator<Found> {
  const ids = new Set(known.keys())
  for (const query of ID_QUERIES) for (const id of idsBy(db, query)) ids.add(id)
  const scattered = scatteredRows(db)
  for (const id of ids) {
    const found = conversation(db, { id, kept: known.get(id) ?? null }, scattered)
    if (found !== null) yield found
  }
}

/** All rows of a table, or null if one of them cannot be read. */
export function rowsOf(
  db: Database,
  sql: string,
  ...of: readonly unknown[]
): readonly Row[] | null {
  try {
    return db.prepare<unknown[], Row>(sql).all(...of)
  } catch {
    return null
  }
}

/** The ids before the first unreadable one. */
function idsBy(db: Database, sql: string): readonly string[] {
  const ids: string[] = []
  try {
    for (const id of db.prepare(sql).pluck().iterate()) if (typeof id === 'string') ids.push(id)
  } catch {
    // Another query may get further.
  }
  return ids
}

function conversation(
  db: Database,
  { id, kept }: { readonly id: string; readonly kept: Reached | null },
  scattered: ScatteredRows,
): Found | null {
  const rows = rowsOf(db, 'SELECT * FROM conversations WHERE id = ?', id)
  if (rows === null) return { id, title: '', seq: 0, parentId: null, salvage: null }
  const [row] = rows
  if (row === undefined) return null
  const { folder, message_seq: messageSeq, parent_id: parent, seq, title } = row
  if (typeof folder !== 'string' || typeof seq !== 'number' || typeof messageSeq !== 'number')
    return null
  return {
    id,
    title: typeof title === 'string' ? title : '',
    seq,
    parentId: typeof parent === 'string' ? parent : null,
    salvage: contents(db, { id, row, kept, seq, messageSeq }, scattered),
  }
}

interface ReadRow extends Reached {
  readonly id: string
  readonly row: Row
  readonly kept: Reached | null
}

/** Null if a row is missing or not as it should be. */
function contents(
  db: Database,
  { id, kept, messageSeq, row, seq }: ReadRow,
  scattered: ScatteredRows,
): Salvage | null {
  if (!isJson(row['state'])) return null
  const others = OTHER_TABLES.flatMap((table) => {
    const rows = rowsOf(db, `SELECT * FROM ${table} WHERE conversation_id = ?`, id)
    return rows === null ? [] : [[table, rows] as const]
  })
  if (kept?.seq === seq && kept.messageSeq === messageSeq) return { row, others, history: null }
  const events = history(db, 'events', { id, last: seq }, scattered)
  const messages = history(db, 'messages', { id, last: messageSeq }, scattered)
  if (events === null || messages === null) return null
  const read = whole(events, messages)
  return read === null ? null : { row, others, history: read }
}

/** All rows of one kind, found by their index or by a scan. Null if one of them is missing. */
function history(
  db: Database,
  table: HistoryTable,
  { id, last }: { readonly id: string; readonly last: number },
  scattered: ScatteredRows,
): readonly Row[] | null {
  const rows = rowsOf(db, `SELECT * FROM ${table} WHERE conversation_id = ? ORDER BY seq`, id)
  if (rows !== null && isGapless(rows, last)) return rows
  const wide = rowsOf(db, `SELECT * FROM wide_${table} WHERE conversation_id = ?`, id) ?? []
  const all = [...wide, ...(scattered(table, id) ?? [])].toSorted(
    (one, other) => Number(one['seq']) - Number(other['seq']),
  )
  return isGapless(all, last) ? all : null
}

function isGapless(rows: readonly Row[], last: number): boolean {
  return rows.length === last && rows.every(({ seq }, index) => seq === index + 1)
}

function isJson(text: unknown): boolean {
  if (typeof text !== 'string') return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Null if one of them cannot be read. */
function whole(events: readonly Row[], messages: readonly Row[]): SalvagedHistory | null {
  try {
    const read = {
      events: (events as unknown as readonly EventRow[]).map(eventRowOf),
      messages: (messages as unknown as readonly MessageRow[]).map((row) => {
        if (readMessage(row) === null) throw new Error(`message ${row.id} is damaged`)
        return messageRowOf(row)
      }),
    }
    return read.events.every(({ body }) => isJson(body)) ? read : null
  } catch {
    return null
  }
}
