import type { Database } from 'better-sqlite3'
import { createPace } from '../pace.ts'
import {
  type EventRow,
  eventRowOf,
  type MessageRow,
  messageRowOf,
  prepareHistoryRows,
} from './history-rows.ts'

/** Rows per slice, initially and at most. */
const FEW = 8
const MANY = 128

/**
 * Moves the rows of an older Phoenix to the packed history, some rows of one conversation per call, in one short
 * transaction: a step waits for it no longer than that. If killed at any point, the next call continues from there. False if
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
  // Rows that are being deleted are removed where they are.
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
  const size = createPace(FEW, MANY)

  const move = db.transaction((): boolean => {
    const id = first.get()
    if (id === undefined) return false
    size.time(() => {
      for (const row of rowsOf.all(id, size.now)) {
        remove.run(id, row.seq)
        add(row)
      }
    })
    return true
  })

  return () => {
    // Takes no lock if there is nothing to do.
    return first.get() !== undefined && move.immediate()
  }
}
