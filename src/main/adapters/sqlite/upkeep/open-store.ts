import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { assertNever } from '../../../../shared/assert-never.ts'
import type { OnPreparation } from '../../../../shared/storage/preparation.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import {
  checkFile,
  damaged,
  faultOf,
  type FileFault,
  refused,
  sizeOf,
  UNTOUCHED,
} from '../check-file.ts'
import { MIGRATIONS } from '../migrate.ts'
import { bringUpToDate, connect } from '../open-database.ts'
import { copyJournal } from '../history/checkpoint.ts'
import { makeShrinkable } from '../history/give-back.ts'
import { backupFolder, backupsIn, clearUnfinished } from './backup-files.ts'
import { forgetDamage, readDamage, undoMove } from './damage-record.ts'
import { markChecked, readRecord } from './file-record.ts'
import { quickCheck } from './quick-check.ts'
import { makeRoom } from './storage-watch.ts'
import type { Upkeep } from './upkeep.ts'

/**
 * Up to this size all pages are checked, or once rewritten, before the first window, which takes a tenth of a second. Larger
 * files are checked in the background, and a window shows the progress of their preparation.
 */
const CHECKED_AT_START_BYTES = 64 * 1024 * 1024
const CHECKED_FOR_MS = 7 * 24 * 60 * 60 * 1000

export interface OpenedStore {
  readonly db: Database
  /** True if it is large, and was not closed properly or not checked completely for a week. */
  readonly isCheckDue: boolean
}

export interface OpenStoreOptions {
  readonly file: string
  readonly upkeep: Upkeep
  /** ms since 1970. */
  readonly now: number
  /** True if it has been open in this process: a missing one is never a first start. */
  readonly isAgain?: boolean
  /** Called only for a large file: the current preparation and its progress. */
  readonly onPreparation?: OnPreparation
}

/**
 * Opens the database, each step only after the one before (docs/decisions/050): cleans up after earlier runs, then checks
 * the file, opens it, reads it back, checks its pages, backs it up if it will be migrated, migrates: a large file in a
 * thread, which can be ended at any time. The caller holds the lock of the data folder. On failure, only left-overs of a
 * kill have been changed.
 */
export async function openStore(
  options: OpenStoreOptions,
): Promise<Result<OpenedStore, FileFault>> {
  const { file, isAgain = false, now } = options
  const folder = backupFolder(dirname(file))
  let db: Database | null = null
  try {
    undoMove(file)
    clearUnfinished(folder)
    makeRoom(file)
    const checked = checkFile(file)
    if (!checked.ok) return checked
    if (checked.value === 0 && (isAgain || hasPast(file, now)))
      return failed(damaged(missing(file)))
    const isLarge = (sizeOf(file) ?? 0) + (sizeOf(`${file}-wal`) ?? 0) > CHECKED_AT_START_BYTES
    const earlier = await checkEarlierDamage(options, isLarge)
    if (earlier !== null) return failed(earlier)
    const connected = connect(file)
    if (!connected.ok) return connected
    db = connected.value
    const isDue = checked.value > 0 && isCheckDue(db, now)
    const fault =
      (isDue && !isLarge ? problemOf(db, file) : null) ??
      (await backUpBeforeMigration(options, folder, checked.value, isLarge)) ??
      (isLarge ? await migrateInThread(options, checked.value) : null)
    if (fault !== null) {
      db.close()
      return failed(fault)
    }
    copyJournal(db)
    if (checked.value > 0 && !isLarge) makeShrinkable(db)
    const failure = bringUpToDate(db, file)
    if (failure !== null) return failed(failure)
    if (checked.value === 0 || (isDue && !isLarge)) markChecked(db, now)
    return ok({ db, isCheckDue: isDue && isLarge })
  } catch (error) {
    db?.close()
    return failed(faultOf(file, error))
  }
}

/** Made only after a database: there may be no backup of it yet, or no room for one. */
const TRACES: ReadonlySet<string> = new Set(['phoenix.reserve', 'blobs', 'log', 'outputs', 'undo'])

/** True if there was an earlier database: a new or empty file in its place is never taken for a first start. */
function hasPast(file: string, now: number): boolean {
  if (backupsIn(backupFolder(dirname(file)), now).length > 0) return true
  const prefix = `${basename(file)}.corrupt-`
  return readdirSync(dirname(file)).some((name) => TRACES.has(name) || name.startsWith(prefix))
}

async function checkEarlierDamage(
  { file, onPreparation, upkeep }: OpenStoreOptions,
  isLarge: boolean,
): Promise<FileFault | null> {
  const earlier = readDamage(file)
  if (earlier === null) return null
  if (isLarge) onPreparation?.({ step: 'checking', share: null })
  const checked = await upkeep.run({ type: 'check', file })
  if (!checked.ok) return damaged(earlier.sentence)
  if (checked.value !== null) return damaged(`${earlier.sentence} ${inWords(file, checked.value)}`)
  forgetDamage(file)
  return null
}

function isCheckDue(db: Database, now: number): boolean {
  const record = readRecord(db)
  return record === null || record.isInUse || Math.abs(now - record.checkedAt) > CHECKED_FOR_MS
}

function problemOf(db: Database, file: string): FileFault | null {
  const problem = quickCheck(db)
  return problem === null ? null : damaged(inWords(file, problem))
}

async function backUpBeforeMigration(
  { file, now, onPreparation, upkeep }: OpenStoreOptions,
  folder: string,
  format: number,
  isLarge: boolean,
): Promise<FileFault | null> {
  if (!isOld(format)) return null
  const job = { type: 'backup', file, folder, at: now, isAlone: true } as const
  if (isLarge) onPreparation?.({ step: 'backingUp', share: 0 })
  const made = await upkeep.run(job, isLarge ? onPreparation : undefined)
  if (!made.ok) return refused(notBackedUp(file, made.error))
  if (made.value.ok) return null
  const { reason, type } = made.value.error
  switch (type) {
    case 'damaged':
      return damaged(inWords(file, reason))
    case 'failed':
      return refused(notBackedUp(file, reason))
    default:
      return assertNever(type)
  }
}

/** A migration may read the whole file, which would block the loop that shows its progress. */
async function migrateInThread(
  { file, onPreparation, upkeep }: OpenStoreOptions,
  format: number,
): Promise<FileFault | null> {
  if (!isOld(format)) return null
  const migrated = await upkeep.run({ type: 'migrate', file }, onPreparation)
  return migrated.ok ? migrated.value : refused(notMigrated(file, migrated.error))
}

function isOld(format: number): boolean {
  return format > 0 && format < MIGRATIONS.length
}

/** The result of a check of all pages, as a sentence for people. */
export function inWords(file: string, problem: string): string {
  const [line = ''] = problem.replace(/^\*\*\* in database main \*\*\*\s*/, '').split('\n')
  return `The database ${file} is damaged. SQLite says: ${line.replace(/\.$/, '')}. ${UNTOUCHED}`
}

function missing(file: string): string {
  return `The database ${file} is empty or gone, although there was one. ${UNTOUCHED}`
}

function notMigrated(file: string, reason: string): string {
  return `The database ${file} could not be updated to this version’s format: ${reason}. Its data is unchanged.`
}

function notBackedUp(file: string, reason: string): string {
  return `This version of Phoenix stores data in a new format, but the database ${file} could not be backed up first: ${reason}. ${UNTOUCHED}`
}
