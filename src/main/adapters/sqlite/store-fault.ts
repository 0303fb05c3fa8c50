import { closeSync, openSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import { faultCode } from '../system/file-fault.ts'

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

/** A write that failed. `isLost`: so did the connection. */
interface WriteFault {
  readonly fault: StoreFault
  readonly isLost: boolean
}

/** The same for a write into this database. SQLite takes none of it, so a disk that became read-only loses no connection. */
export function writeFaultOf(error: unknown, file: string): WriteFault {
  return faultCode(error) === 'SQLITE_IOERR_WRITE' && isDiskReadOnly(file)
    ? { fault: 'readOnly', isLost: false }
    : { fault: storeFaultOf(error), isLost: isConnectionLost(error) }
}

/**
 * Whether the system refuses writes to an open database because its disk is read-only. SQLite reports that as an error
 * of the disk, so the system is asked with a write of no bytes to the journal. (The database itself must not be opened:
 * closing it again would release SQLite's locks.)
 */
export function isDiskReadOnly(file: string): boolean {
  try {
    const journal = openSync(`${file}-wal`, 'r+')
    try {
      writeSync(journal, NOTHING, 0, 0, 0)
      return false
    } finally {
      closeSync(journal)
    }
  } catch (error) {
    return faultCode(error) === 'EROFS'
  }
}

const NOTHING = new Uint8Array(0)
