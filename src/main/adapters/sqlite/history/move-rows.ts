import type { Database } from 'better-sqlite3'
import {
  type EventRow,
  eventRowOf,
  type MessageRow,
  messageRowOf,
  prepareHistoryRows,
} from './history-rows.ts'

/** Rows per slice, initially and at most. A slice should take half of the time that a step may wait for the disk. */
const FEW = 8
const MANY = 128
const SHORT_MS = 3
const LONG_MS = 6

/**
 * Moves what an older Phoenix wrote to the packed history, some rows of one conversation per call, in one short
 * transaction: a step waits for it no longer than that. If killed anywhere, the next call continues from there. False:
 * nothing is left.
 */
export function prepareMoving(db: Database): () => boolean {
  const history = prepareHistoryRows(db)
  const messages = prepareTable(db, 'wide_messages', (row) =>
    history.addMessage(row.conversation_id, messageRowOf(row as MessageRow)),
  )
  const events = prepareTable(db, 'wide_events', (row) =>
    history.addEvent(row.conversation_id, eventRowOf(row as EventRow)),
  )
  return () => messages() || events()
}

type AnyRow = Pick<MessageRow | EventRow, 'conversation_id' | 'seq'>

function prepareTable(db: Database, table: string, add: (row: AnyRow) => void): () => boolean {
  // What is being deleted is removed where it is.
  const first = db
    .prepare<[], string>(
      `
      SELECT conversation_id FROM ${table}
      WHERE conversation_id NOT IN (SELECT conversation_id FROM leaving_rows) LIMIT 1`,
    )
    .pluck()
  const rowsOf = db.prepare<[string, number], AnyRow>(
    `SELECT * FROM ${table} WHERE conversation_id = ? ORDER BY seq LIMIT ?`,
  )
  const remove = db.prepare(`DELETE FROM ${table} WHERE conversation_id = ? AND seq = ?`)
  let size = FEW

  const move = db.transaction((): boolean => {
    const id = first.get()
    if (id === undefined) return false
    for (const row of rowsOf.all(id, size)) {
      remove.run(id, row.seq)
      add(row)
    }
    return true
  })

  return () => {
    // Takes no lock if there is nothing to do.
    if (first.get() === undefined) return false
    const start = performance.now()
    const hasMoved = move.immediate()
    const taken = performance.now() - start
    if (taken > LONG_MS) size = Math.max(1, Math.floor(size / 2))
    if (taken < SHORT_MS) size = Math.min(MANY, size * 2)
    return hasMoved
  }
}
