import Database from 'better-sqlite3'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { checkFile } from './check-file.ts'
import { checkVersion, migrate } from './migrate.ts'
import { ensureIndex } from './search/make-index.ts'

/**
 * Opens the database file, or makes it. WAL with synchronous=FULL, both read back: an acknowledged message must survive
 * a power cut. The error is a sentence for people.
 */
export function openDatabase(file: string): Result<Database.Database, string> {
  let db: Database.Database | null = null
  try {
    const checked = checkFile(file)
    if (!checked.ok) return checked
    db = new Database(file)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('busy_timeout = 250')
    const journal = db.pragma('journal_mode', { simple: true })
    const synchronous = db.pragma('synchronous', { simple: true })
    if (journal !== 'wal' || synchronous !== 2) {
      db.close()
      return failed(
        `The database ${file} cannot be made safe here (${String(journal)}, ${String(synchronous)}).`,
      )
    }
    const migrated = migrate(db)
    if (migrated.ok) {
      ensureIndex(db)
      return ok(db)
    }
    db.close()
    return migrated
  } catch (error) {
    db?.close()
    return failed(notOpened(file, error))
  }
}

/**
 * Opens an existing database for reading alone, also while the app writes to it. All reads see it as it is now. A newer
 * format is refused.
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
    return failed(notOpened(file, error))
  }
}

export function sqliteVersion(db: Database.Database): string {
  return String(db.prepare('SELECT sqlite_version()').pluck().get())
}

function notOpened(file: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The database ${file} could not be opened: ${reason}. Nothing was changed.`
}
