import type { Database } from 'better-sqlite3'

/** The tables of the packed history (migration 018), and the columns of their rows as the views show them. */
const TABLES = {
  messages: { table: 'packed_messages', columns: 'seq, id, at, type, bytes, content' },
  events: {
    table: 'packed_events',
    columns: "seq, id, at, iif(kind = 0, 'input', 'lifecycle') AS kind, type, parent_id, body",
  },
} as const

export type HistoryTable = keyof typeof TABLES
type Row = Readonly<Record<string, unknown>>

/** How far to skip if the end of a table cannot be read: more rows than fit on one page. */
const PAGE_OF_ROWS = 500
/** The limit for unreadable rows: a damaged number may claim any end. */
const MOST_MISSES = 50_000

/**
 * Returns the packed rows of a conversation on readable pages, found without any index, in no order. Null if its number is
 * unknown.
 */
export type ScatteredRows = (table: HistoryTable, conversationId: string) => readonly Row[] | null

/**
 * For a damaged database whose indexes no longer lead to its rows: each index is a separate tree, and so is the table. All
 * rows are scanned once per table, when the first of them is needed.
 */
export function scatteredRows(db: Database): ScatteredRows {
  const keys = once(() => keysIn(db))
  const places = {
    messages: once(() => placesIn(db, 'messages')),
    events: once(() => placesIn(db, 'events')),
  }
  return (table, conversationId) => {
    const key = keys().get(conversationId)
    if (key === undefined) return null
    const { columns, table: name } = TABLES[table]
    const read = orUndefined(() =>
      db.prepare<[number], Row>(`SELECT ${columns} FROM ${name} WHERE rowid = ?`),
    )
    return (places[table]().get(key) ?? []).flatMap((rowid) => {
      const row = orUndefined(() => read?.get(rowid))
      return row === undefined ? [] : [row]
    })
  }
}

/** The number of each conversation, from the table and from its index: each contains all of them. */
function keysIn(db: Database): ReadonlyMap<string, number> {
  const keys = new Map<string, number>()
  const queries = [
    'SELECT conversation_id, key FROM history_keys NOT INDEXED',
    'SELECT conversation_id, key FROM history_keys NOT INDEXED ORDER BY key DESC',
    'SELECT conversation_id, key FROM history_keys ORDER BY conversation_id',
    'SELECT conversation_id, key FROM history_keys ORDER BY conversation_id DESC',
  ]
  for (const query of queries) {
    orUndefined(() => {
      for (const row of db.prepare<[], { conversation_id: string; key: number }>(query).iterate())
        keys.set(row.conversation_id, row.key)
    })
  }
  return keys
}

/** The positions of the rows of each number. */
function placesIn(db: Database, of: HistoryTable): ReadonlyMap<number, readonly number[]> {
  const { table } = TABLES[of]
  const places = new Map<number, number[]>()
  const from = orUndefined(() =>
    db.prepare<[number], { rowid: number; key: number }>(
      `SELECT rowid, key FROM ${table} NOT INDEXED WHERE rowid > ? ORDER BY rowid`,
    ),
  )
  if (from === undefined) return places
  const last = orUndefined(() =>
    db.prepare<[], number>(`SELECT max(rowid) FROM ${table}`).pluck().get(),
  )
  let at = 0
  let end = last ?? PAGE_OF_ROWS
  for (let misses = 0; at < end && misses < MOST_MISSES; misses++, at++) {
    try {
      for (const { key, rowid } of from.iterate(at)) {
        at = rowid
        end = last ?? at + PAGE_OF_ROWS
        const ofKey = places.get(key)
        if (ofKey === undefined) places.set(key, [rowid])
        else ofKey.push(rowid)
      }
      break
    } catch {
      // The page with the next row cannot be read. One row further on may be the next page.
    }
  }
  return places
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}

/** Returns undefined if reading fails. */
function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
