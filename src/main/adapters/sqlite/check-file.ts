import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { isDamage } from '../../runtime/conversation/answers.ts'
import { accessFault } from '../system/access-fault.ts'
import { faultCode } from '../system/file-fault.ts'
import { checkVersion, MIGRATIONS } from './migrate.ts'
import { isOfSearch } from './search/make-index.ts'
import { isDiskFull, isDiskReadOnly } from './store-fault.ts'

/**
 * The reason why a database is not opened, as a sentence for people. `damaged`: it is ours, and parts of it may be rescued.
 */
export interface FileFault {
  readonly type: 'damaged' | 'refused'
  readonly sentence: string
}

export const UNTOUCHED = 'Nothing was changed.'

/**
 * Checks a database file before anything of it is changed: whether it is ours, has all its tables, and is not from a newer
 * Phoenix. The value is its format, the number of applied migrations; 0 if it is empty or does not exist. On failure, the
 * file and everything that belongs to it are unchanged.
 */
export function checkFile(file: string): Result<number, FileFault> {
  let db: Database.Database | null = null
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() === false) return failed(refused(noFile(file, stats)))
    const bytes = stats?.size ?? null
    if (bytes === null || bytes === 0) {
      return (sizeOf(`${file}-wal`) ?? 0) > 0 ? failed(damaged(cutOff(file))) : ok(0)
    }
    db = new Database(file, { readonly: true, fileMustExist: true })
    const version = checkVersion(db)
    if (!version.ok) return failed(refused(version.error))
    const tables = tablesOf(db)
    if (version.value === 0) return tables.size === 0 ? ok(0) : failed(refused(alien(file)))
    const needed = [...tablesAt(version.value)].filter((name) => !isOfSearch(name))
    const missing = needed.filter((name) => !tables.has(name))
    if (missing.length === 0) return version
    return failed(
      missing.length > tables.size ? refused(alien(file)) : damaged(incomplete(file, missing)),
    )
  } catch (error) {
    return failed(faultOf(file, error))
  } finally {
    db?.close()
  }
}

/** Classifies an error from opening or reading the file. */
export function faultOf(file: string, error: unknown): FileFault {
  if (faultCode(error).startsWith('SQLITE_BUSY')) return refused(held(file))
  // A reader of a journal needs some blocks too, and SQLite calls their refusal an error of the disk.
  if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(faultCode(error)) && isDiskFull(file))
    return refused(withoutRoom(file))
  if (!/^SQLITE_(?!CANTOPEN|READONLY|PERM)/.test(faultCode(error))) {
    const denied = accessFault([file, `${file}-wal`, `${file}-shm`, dirname(file)])
    if (denied !== null) return refused(withoutAccess(file, denied))
  }
  const reason = error instanceof Error ? error.message : String(error)
  const sentence = `The database ${file} could not be opened: ${reason}. ${UNTOUCHED}`
  return isDamage(error) && !isDiskReadOnly(file) ? damaged(sentence) : refused(sentence)
}

export function damaged(sentence: string): FileFault {
  return { type: 'damaged', sentence }
}

export function refused(sentence: string): FileFault {
  return { type: 'refused', sentence }
}

function tablesOf(db: Database.Database): ReadonlySet<string> {
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  return new Set(names.map(String))
}

/** The tables that this many migrations create. */
function tablesAt(version: number): ReadonlySet<string> {
  const db = new Database(':memory:')
  try {
    for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql)
    return tablesOf(db)
  } finally {
    db.close()
  }
}

/** Null if it does not exist. */
export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

function cutOff(file: string): string {
  return `The database ${file} is empty or gone, but its journal ${file}-wal still contains data. Opening it would lose that data. ${UNTOUCHED}`
}

function noFile(file: string, stats: Stats): string {
  const what = stats.isDirectory() ? 'a folder' : 'no ordinary file'
  return `The database ${file} could not be opened: it is ${what}. ${UNTOUCHED} Move it away, or name another data folder with --data.`
}

function held(file: string): string {
  return `Another program holds the database ${file}. Close that program, then start Phoenix again. ${UNTOUCHED}`
}

function withoutRoom(file: string): string {
  return `The database ${file} could not be opened: its disk is full. ${UNTOUCHED} Free some space, then try again.`
}

function withoutAccess(file: string, denied: string): string {
  return `The database ${file} could not be opened: ${denied}. ${UNTOUCHED} Make that writable for your account, then try again.`
}

function alien(file: string): string {
  return `${file} is the database of another program. ${UNTOUCHED} Move it away, or name another data folder with --data.`
}

function incomplete(file: string, missing: readonly string[]): string {
  return `The database ${file} is damaged: it has no table ${missing.join(', ')}. ${UNTOUCHED}`
}
