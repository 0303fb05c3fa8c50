import Database from 'better-sqlite3'
import type { StoreFault } from '../../core/machine/store-fault.ts'

/**
 * Whether the disk failed under the connection. Its memory may then differ from the file (a flush that failed once may
 * report success when repeated), so the connection must not be used for another write.
 */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_IOERR')
}

/** SQLite's result code as one of our faults; any other error of a write counts as io. */
export function storeFaultOf(error: unknown): StoreFault {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (code.startsWith('SQLITE_FULL')) return 'full'
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) return 'readOnly'
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'damaged'
  return 'io'
}
