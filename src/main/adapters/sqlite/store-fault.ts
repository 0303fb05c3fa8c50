import { closeSync, openSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import { removeQuietly } from '../data-folder/atomic-file.ts'
import { faultCode } from '../system/file-fault.ts'

/**
 * True if the disk failed under the connection. Its memory may then differ from the file (a flush that failed once may
 * report success when repeated), so the connection must not be used for another write.
 */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_IOERR')
}

/** Maps SQLite's result code to one of our faults; any other error of a write counts as io. */
export function storeFaultOf(error: unknown): StoreFault {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (code.startsWith('SQLITE_FULL')) return 'full'
  if (code.startsWith('SQLITE_BUSY')) return 'locked'
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) return 'readOnly'
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'damaged'
  return 'io'
}

/** A write that failed. `isLost`: the connection has failed too. */
interface WriteFault {
  readonly fault: StoreFault
  readonly isLost: boolean
}

/**
 * Does the same for a write to this database. If the disk became read-only, or the account's quota is used up, SQLite
 * reports an error of the disk. Nothing of that write is stored, so the connection is not lost.
 */
export function writeFaultOf(error: unknown, file: string): WriteFault {
  if (faultCode(error) === 'SQLITE_IOERR_WRITE') {
    if (isDiskReadOnly(file)) return { fault: 'readOnly', isLost: false }
    if (isDiskFull(file)) return { fault: 'full', isLost: false }
  }
  return { fault: storeFaultOf(error), isLost: isConnectionLost(error) }
}

/**
 * True if the system refuses writes to an open database because its disk is read-only. SQLite reports that as an error of
 * the disk, so the system is asked with a write of no bytes to the journal. (The database itself must not be opened: closing
 * it again would release SQLite's locks.)
 */
export function isDiskReadOnly(file: string): boolean {
  return refusalOf(`${file}-wal`, 'r+', NOTHING) === 'EROFS'
}

/**
 * True if the system refuses new blocks next to the database: the disk is full, or a quota is used up. Tested by writing
 * some.
 */
export function isDiskFull(file: string): boolean {
  const probe = `${file}.probe`
  const refusal = refusalOf(probe, 'w', SOME_BLOCKS)
  removeQuietly(probe)
  return refusal === 'ENOSPC' || refusal === 'EDQUOT'
}

/** The system's error for a write at the beginning of this file; '' if it succeeds. */
function refusalOf(path: string, flags: 'r+' | 'w', bytes: Uint8Array): string {
  try {
    const opened = openSync(path, flags)
    try {
      writeSync(opened, bytes, 0, bytes.length, 0)
      return ''
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    return faultCode(error)
  }
}

/** Not zeros: a file system might not allocate blocks for them. */
const SOME_BLOCKS = Buffer.alloc(65_536, 0xa5)
const NOTHING = new Uint8Array(0)
