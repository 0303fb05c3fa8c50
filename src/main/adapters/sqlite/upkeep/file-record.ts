import type { Database } from 'better-sqlite3'
import { VERSION } from '../../../../shared/version.ts'

/** The record that a database contains about itself (migration 016). */
export interface FileRecord {
  /** The version of Phoenix that opened it last; '' if unknown. */
  readonly writtenBy: string
  /** When all of its pages were last found intact, in ms since 1970; 0: never. */
  readonly checkedAt: number
  /** True while it is open, or if it was not closed properly. */
  readonly isInUse: boolean
}

/** Null if it has no readable record. */
export function readRecord(db: Database): FileRecord | null {
  try {
    const row = db
      .prepare<[], { written_by: string; checked_at: number; is_in_use: number }>(
        'SELECT written_by, checked_at, is_in_use FROM file_record WHERE id = 1',
      )
      .get()
    if (row === undefined) return null
    return { writtenBy: row.written_by, checkedAt: row.checked_at, isInUse: row.is_in_use === 1 }
  } catch {
    return null
  }
}

/** From here until `markClosed`, an end counts as a crash. Throws SQLite's errors, as the others do. */
export function markOpened(db: Database): void {
  db.prepare(
    `INSERT INTO file_record (id, written_by, checked_at, is_in_use) VALUES (1, ?, 0, 1)
     ON CONFLICT DO UPDATE SET written_by = excluded.written_by, is_in_use = 1`,
  ).run(VERSION)
}

/**
 * Throws unless the disk takes a write. SQLite writes nothing for a row that does not change, so the mark changes and
 * changes back.
 */
export function tryToWrite(db: Database): void {
  db.transaction(() => {
    markClosed(db)
    markOpened(db)
  }).immediate()
}

/** `at`: ms since 1970. */
export function markChecked(db: Database, at: number): void {
  db.prepare('UPDATE file_record SET checked_at = ?').run(at)
}

export function markClosed(db: Database): void {
  db.prepare('UPDATE file_record SET is_in_use = 0').run()
}
