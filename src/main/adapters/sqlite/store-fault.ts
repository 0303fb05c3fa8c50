import Database from 'better-sqlite3'
import type { StoreFault } from '../../core/machine/event.ts'

/** SQLite's result code in our words; anything else that a write can throw counts as io. */
export function storeFaultOf(error: unknown): StoreFault {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (code.startsWith('SQLITE_FULL')) return 'full'
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) return 'readOnly'
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'damaged'
  return 'io'
}
