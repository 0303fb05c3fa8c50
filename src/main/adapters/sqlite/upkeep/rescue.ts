import { chmodSync, constants, copyFileSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { ConversationPart, Rescued } from '../../../../shared/storage/recovery.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { faultCode, fileFault } from '../../system/file-fault.ts'
import { sizeOf } from '../check-file.ts'
import { prepareDeletion } from '../deletion.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'
import { allowShrinking } from '../history/give-back.ts'
import { type HistoryRows, prepareHistoryRows } from '../history/history-rows.ts'
import { rebuild } from '../search/make-index.ts'
import { UNTITLED } from '../../../core/turn/title.ts'
import { type BackupFile, backupsIn } from './backup-files.ts'
import { markOpened } from './file-record.ts'
import { finish } from './finish-file.ts'
import { quickCheck } from './quick-check.ts'
import { removeUnmatched } from './remove-unmatched.ts'
import {
  findIds,
  type Found,
  type OtherTable,
  type Reached,
  rowsOf,
  type Salvage,
  salvaged,
} from './salvage.ts'

export interface RescueOrder {
  /** The damaged database, which is never changed. */
  readonly file: string
  readonly backupFolder: string
  /** The file in which the new one is built. */
  readonly into: string
  /** ms since 1970. */
  readonly now: number
}

/**
 * Builds a database from the newest intact backup, and from every conversation that the damaged file contains in a newer
 * state and that can be read completely. The result is checked completely. The error ends a sentence.
 */
export function rescue(order: RescueOrder): Result<Rescued, string> {
  const rescued = build(order)
  if (!rescued.ok) removeAll(order.into)
  return rescued
}

function build({ backupFolder, file, into, now }: RescueOrder): Result<Rescued, string> {
  const copy = `${into}.source`
  try {
    removeAll(into)
    removeAll(copy)
    const backupAt = copyNewestBackup(backupsIn(backupFolder, now), into)
    const base = openBase(into)
    try {
      const source = openCopy(file, copy)
      try {
        const merged = merge(base, source)
        const problem = settle(base)
        if (problem !== null) return failed(`the rescued copy is incomplete: ${problem}`)
        return ok({ backupAt, ...counts(base), ...merged })
      } finally {
        source?.close()
      }
    } finally {
      base.close()
      finish(into)
    }
  } catch (error) {
    return failed(error instanceof Database.SqliteError ? error.message : fileFault(error))
  } finally {
    removeAll(copy)
  }
}

function removeAll(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
}

/** No fault of the file that is copied: another one would not do better, and an older backup would silently lose more. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM']

/** Returns when the backup was made; null if none is intact, and nothing was copied. Throws if there is no room for it. */
function copyNewestBackup(backups: readonly BackupFile[], into: string): number | null {
  for (const { at, format, path } of backups) {
    if (format > MIGRATIONS.length) continue
    try {
      copyFileSync(path, into, constants.COPYFILE_FICLONE)
      if (isWhole(into, format)) return at
    } catch (error) {
      if (NO_ROOM.includes(faultCode(error))) throw error
      // An older backup may be intact.
    }
    removeAll(into)
  }
  return null
}

function isWhole(file: string, format: number): boolean {
  const db = new Database(file, { readonly: true })
  try {
    return db.pragma('user_version', { simple: true }) === format && quickCheck(db) === null
  } finally {
    db.close()
  }
}

/** Not synced before it is finished: after a kill, the next recovery starts from the beginning. */
function openBase(file: string): Database.Database {
  const db = new Database(file)
  if (process.platform !== 'win32') chmodSync(file, 0o600)
  allowShrinking(db)
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF')
  const migrated = migrate(db)
  if (!migrated.ok) throw new Error(migrated.error)
  db.pragma('foreign_keys = OFF')
  const deletion = prepareDeletion(db)
  // Removes rows of conversations that were being deleted: they belong to none.
  for (let left = deletion.clearRows(); left === 'some';) left = deletion.clearRows()
  return db
}

/** Copies the file first, because opening a database may change it or its files. Null if there is nothing to read. */
function openCopy(file: string, copy: string): Database.Database | null {
  if ((sizeOf(file) ?? 0) === 0) return null
  for (const end of ['', '-wal']) {
    if (sizeOf(file + end) !== null)
      copyFileSync(file + end, copy + end, constants.COPYFILE_FICLONE)
  }
  let db: Database.Database | null = null
  try {
    db = new Database(copy)
    db.prepare('SELECT 1 FROM sqlite_schema').get()
    return db
  } catch (error) {
    db?.close()
    if (error instanceof Database.SqliteError && /^SQLITE_(FULL|NOMEM)/.test(error.code))
      throw error
    return null
  }
}

type Merged = Pick<Rescued, 'areRulesOld' | 'behind' | 'list' | 'lost' | 'lostParts' | 'salvaged'>

function merge(base: Database.Database, source: Database.Database | null): Merged {
  const inBase = base.prepare<
    [string],
    { seq: number; title: string | null; parent_id: string | null }
  >('SELECT seq, title, parent_id FROM conversations WHERE id = ?')
  const reached = base.prepare<[], Reached & { readonly id: string }>(
    'SELECT id, seq, message_seq AS messageSeq FROM conversations',
  )
  const known = new Map(reached.all().map((each) => [each.id, each]))
  const rows = prepareHistoryRows(base)
  const [behind, lost]: [string[], string[]] = [[], []]
  const lostParts: Rescued['lostParts'][number][] = []
  let count = 0
  const take = (found: Found): void => {
    const { id, parentId, salvage, seq } = found
    const kept = inBase.get(id)
    const hasParent = parentId === null || inBase.get(parentId) !== undefined
    const isNewer = kept === undefined || seq > kept.seq
    const isReplaced =
      salvage !== null &&
      hasParent &&
      (isNewer || seq === kept.seq) &&
      replace(base, rows, { id, salvage })
    if (parentId !== null || (kept?.parent_id ?? null) !== null) return
    const title = found.title === '' ? (kept?.title ?? UNTITLED) : found.title
    if (isReplaced) {
      count += isNewer ? 1 : 0
      for (const part of lostPartsOf(base, id, salvage)) lostParts.push({ title, part })
    } else if (kept === undefined) lost.push(title)
    else behind.push(title)
  }
  const { ids, list } = source === null ? NO_IDS : findIds(source)
  if (source !== null) {
    const children: Found[] = []
    for (const found of salvaged(source, ids, known)) {
      if (found.parentId === null) take(found)
      else children.push(found)
    }
    for (const child of children) take(child)
  }
  const areRulesOld = source === null || !takeRules(base, source)
  return { salvaged: count, behind, lost, lostParts, areRulesOld, list }
}

const NO_IDS = { ids: new Set<string>(), list: 'none' } as const

const PARTS: Readonly<Record<OtherTable, ConversationPart>> = {
  drafts: 'draft',
  waiting_messages: 'waitingMessages',
  shell_commands: 'shellCommands',
}

/** What is in the tables that could not be read, if the backup has nothing in them either. */
function lostPartsOf(base: Database.Database, id: string, { unread }: Salvage): ConversationPart[] {
  const isInBackup = (table: OtherTable): boolean =>
    base.prepare(`SELECT 1 FROM ${table} WHERE conversation_id = ?`).get(id) !== undefined
  return unread.filter((table) => !isInBackup(table)).map((table) => PARTS[table])
}

/** Takes all rows of one conversation, or none: an id that another already has is a sign of damage. */
function replace(
  base: Database.Database,
  history: HistoryRows,
  { id, salvage }: { readonly id: string; readonly salvage: Salvage },
): boolean {
  const { history: read, others, row } = salvage
  try {
    base
      .transaction(() => {
        if (read !== null) {
          history.removeEvents(id, Number.MAX_SAFE_INTEGER)
          history.removeMessages(id, Number.MAX_SAFE_INTEGER)
          for (const each of read.events) history.addEvent(id, each)
          for (const each of read.messages) history.addMessage(id, each)
        }
        base.prepare('DELETE FROM conversations WHERE id = ?').run(id)
        insert(base, 'conversations', [row])
        for (const [table, rows] of others) {
          base.prepare(`DELETE FROM ${table} WHERE conversation_id = ?`).run(id)
          insert(base, table, rows)
        }
      })
      .immediate()
    return true
  } catch {
    return false
  }
}

/** Columns that an older format lacks get the newer one's defaults. */
function insert(
  base: Database.Database,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): void {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const places = columns.map(() => '?').join(', ')
  const run = base.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`)
  for (const row of rows) run.run(columns.map((name) => row[name]))
}

/**
 * The newest rules apply: the user may have removed one since the backup. Damaged ones do not prevent the rescue of the rest.
 * Returns false for them.
 */
function takeRules(base: Database.Database, source: Database.Database): boolean {
  const rules = rowsOf(source, 'SELECT * FROM folder_rules')
  if (rules === null) {
    // Old formats have none.
    const tables = rowsOf(source, "SELECT 1 FROM sqlite_master WHERE name = 'folder_rules'")
    return tables?.length === 0
  }
  if (!rules.every((rule) => 'match' in rule)) return false
  try {
    base
      .transaction(() => {
        base.exec('DELETE FROM folder_rules')
        insert(base, 'folder_rules', rules)
      })
      .immediate()
    return true
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CONSTRAINT'))
      throw error
    return false
  }
}

/** Prepares it for a start. Returns what is wrong with it; null if nothing is. */
function settle(base: Database.Database): string | null {
  base.exec(`
    UPDATE conversations SET forked_from = NULL
    WHERE forked_from IS NOT NULL AND forked_from NOT IN (SELECT id FROM conversations)`)
  removeUnmatched(base)
  rebuild(base)
  markOpened(base)
  return quickCheck(base)
}

function counts(base: Database.Database): Pick<Rescued, 'conversations' | 'messages'> {
  const count = (sql: string): number => Number(base.prepare(sql).pluck().get())
  return {
    conversations: count('SELECT count(*) FROM conversations WHERE parent_id IS NULL'),
    messages: count('SELECT count(*) FROM messages'),
  }
}
