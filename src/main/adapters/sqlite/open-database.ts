import Database from 'better-sqlite3'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { closeToOthers, makePrivate } from '../data-folder/private-file.ts'
import { checkFile, faultOf, type FileFault, refused } from './check-file.ts'
import { leaveCheckpoints } from './history/checkpoint.ts'
import { allowShrinking } from './history/give-back.ts'
import { checkVersion, migrate } from './migrate.ts'
import { ensureIndex } from './search/make-index.ts'
import { markOpened } from './upkeep/file-record.ts'

/** How long a write waits for a thread's write (ms), which takes seconds if the disk takes seconds for a flush. */
const BUSY_MS = 5_000

/**
 * Opens or creates the database file and brings it up to date. Hosts use `openStore`, which also checks its pages and backs
 * it up. The error is a sentence for people.
 */
export function openDatabase(file: string): Result<Database.Database, string> {
  const checked = checkFile(file)
  if (!checked.ok) return failed(checked.error.sentence)
  const connected = connect(file)
  if (!connected.ok) return failed(connected.error.sentence)
  const fault = bringUpToDate(connected.value, file)
  return fault === null ? ok(connected.value) : failed(fault.sentence)
}

/**
 * Opens or creates the file without changing it. WAL with synchronous=FULL, both read back: an acknowledged message must
 * survive a power cut.
 */
export function connect(file: string): Result<Database.Database, FileFault> {
  let db: Database.Database | null = null
  try {
    makePrivate(file)
    // New ones get the mode of the database.
    for (const journal of ['-wal', '-shm']) closeToOthers(`${file}${journal}`)
    db = new Database(file)
    allowShrinking(db)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma(`busy_timeout = ${BUSY_MS}`)
    leaveCheckpoints(db)
    const journal = db.pragma('journal_mode', { simple: true })
    const synchronous = db.pragma('synchronous', { simple: true })
    if (journal === 'wal' && synchronous === 2) return ok(db)
    db.close()
    return failed(
      refused(
        `The database ${file} cannot be made safe here (${String(journal)}, ${String(synchronous)}).`,
      ),
    )
  } catch (error) {
    db?.close()
    return failed(faultOf(file, error))
  }
}

/** Migrates the database, and marks it as open. On failure it is closed, in its old format or the new one. */
export function bringUpToDate(db: Database.Database, file: string): FileFault | null {
  try {
    const migrated = migrate(db)
    if (!migrated.ok) {
      db.close()
      return refused(migrated.error)
    }
    ensureIndex(db)
    markOpened(db)
    return null
  } catch (error) {
    db.close()
    return faultOf(file, error)
  }
}

/**
 * Opens an existing database read-only, even while the app writes to it. All reads see it as it is now. A newer format is
 * refused.
 */
export function openForReading(file: string): Result<Database.Database, string> {
  let db: Database.Database | null = null
  try {
    db = new Database(file, { readonly: true, fileMustExist: true })
    db.exec('BEGIN')
    const version = checkVersion(db)
    if (version.ok) return ok(db)
    db.close()
    return version
  } catch (error) {
    db?.close()
    return failed(faultOf(file, error).sentence)
  }
}

export function sqliteVersion(db: Database.Database): string {
  return String(db.prepare('SELECT sqlite_version()').pluck().get())
}
