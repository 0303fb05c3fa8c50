import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { checkVersion, MIGRATIONS } from './migrate.ts'
import { isOfSearch } from './search/make-index.ts'

/**
 * Looks at a database file before anything of it is changed: whether it is ours, whole in its tables, and not of a newer
 * Phoenix. The error is a sentence for people; then the file, and what belongs to it, is as it was.
 */
export function checkFile(file: string): Result<null, string> {
  const bytes = sizeOf(file)
  if (bytes === null || bytes === 0) {
    return (sizeOf(`${file}-wal`) ?? 0) > 0 ? failed(cutOff(file)) : ok(null)
  }
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const version = checkVersion(db)
    if (!version.ok) return version
    const tables = tablesOf(db)
    if (version.value === 0) return tables.size === 0 ? ok(null) : failed(alien(file))
    const needed = [...tablesAt(version.value)].filter((name) => !isOfSearch(name))
    const missing = needed.filter((name) => !tables.has(name))
    if (missing.length === 0) return ok(null)
    return failed(missing.length > tables.size ? alien(file) : damaged(file, missing))
  } finally {
    db.close()
  }
}

function tablesOf(db: Database.Database): ReadonlySet<string> {
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  return new Set(names.map(String))
}

/** Those that so many migrations make. */
function tablesAt(version: number): ReadonlySet<string> {
  const db = new Database(':memory:')
  try {
    for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql)
    return tablesOf(db)
  } finally {
    db.close()
  }
}

/** Null: there is none. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

const UNTOUCHED = 'Nothing was changed.'

function cutOff(file: string): string {
  return `The database ${file} is empty or gone, but its journal ${file}-wal still holds data. Opening it would lose that data. ${UNTOUCHED} Put the database back from a backup; to start without it, move both files away.`
}

function alien(file: string): string {
  return `${file} is the database of another program. ${UNTOUCHED} Move it away, or name another data folder with --data.`
}

function damaged(file: string, missing: readonly string[]): string {
  return `The database ${file} is damaged: it has no table ${missing.join(', ')}. ${UNTOUCHED} Put it back from a backup; to start without it, move it away.`
}
