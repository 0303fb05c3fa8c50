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
  readonly others: readonly (readonly [table: OtherTable, rows: readonly Row[]])[]
  readonly unread: readonly OtherTable[]
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

export type OtherTable = (typeof OTHER_TABLES)[number]

/** Queries that find ids in different ways: each index is a separate tree, and may be intact where another is not. */
const ALL_IDS = 'SELECT id FROM conversations NOT INDEXED ORDER BY id'
const LISTED_IDS = [
  'SELECT id FROM conversations INDEXED BY conversations_listed WHERE parent_id IS NULL',
  'SELECT id FROM conversations INDEXED BY conversations_children WHERE parent_id IS NOT NULL',
] as const
const SOME_IDS = [
  'SELECT id FROM conversations NOT INDEXED ORDER BY id DESC',
  'SELECT DISTINCT conversation_id FROM events',
  'SELECT DISTINCT conversation_id FROM messages',
] as const

/** The ids of the conversations that can still be found. */
export function findIds(db: Database): {
  readonly ids: ReadonlySet<string>
  readonly list: 'whole' | 'part' | 'none'
} {
  const ids = new Set<string>()
  const isWhole = (query: string): boolean => addIds(db, query, ids)
  const listed = LISTED_IDS.map(isWhole)
  if (isWhole(ALL_IDS) || listed.every(Boolean)) return { ids, list: 'whole' }
  for (const query of SOME_IDS) addIds(db, query, ids)
  return { ids, list: ids.size === 0 ? 'none' : 'part' }
}

/**
 * Reads these conversations, as far as they are readable, one by one, so an unreadable page costs only those on it. `known`:
 * the seqs in the backup, by id.
 */
export function* salvaged(
  db: Database,
  ids: ReadonlySet<string>,
  known: ReadonlyMap<string, Reached>,
): Generator<Found> {
  const scattered = scatteredRows(db)
  for (const id of new Set([...known.keys(), ...ids])) {
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

/** False if not all can be read; then the ids before the first unreadable one are added. */
function addIds(db: Database, sql: string, ids: Set<string>): boolean {
  try {
    for (const id of db.prepare(sql).pluck().iterate()) if (typeof id === 'string') ids.add(id)
    return true
  } catch {
    return false
  }
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
  const read = new Set(others.map(([table]) => table))
  const unread = OTHER_TABLES.filter((table) => !read.has(table) && isTable(db, table))
  const parts = { row, others, unread }
  if (kept?.seq === seq && kept.messageSeq === messageSeq) return { ...parts, history: null }
  const events = history(db, 'events', { id, last: seq }, scattered)
  const messages = history(db, 'messages', { id, last: messageSeq }, scattered)
  if (events === null || messages === null) return null
  const all = whole(events, messages)
  return all === null ? null : { ...parts, history: all }
}

/** False of a table that the file's format does not have yet. */
function isTable(db: Database, name: OtherTable): boolean {
  return rowsOf(db, 'SELECT 1 FROM sqlite_schema WHERE name = ?', name)?.length === 1
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
