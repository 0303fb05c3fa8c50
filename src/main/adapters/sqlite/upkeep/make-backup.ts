import { closeSync, openSync, renameSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { OnPreparation } from '../../../../shared/storage/preparation.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { removeQuietly, syncFolder } from '../../data-folder/atomic-file.ts'
import { fileFault } from '../../system/file-fault.ts'
import { storeFaultOf } from '../store-fault.ts'
import { type BackupFile, backupName, makeBackupFolder, removeOldBackups } from './backup-files.ts'
import { finish } from './finish-file.ts'
import { quickCheck } from './quick-check.ts'

/** How much must stay free on the disk next to a backup, so a backup never fills it. */
const SPARE_BYTES = 64 * 1024 * 1024
/** More pages than any file has: a copy made in one step is consistent, however much is written meanwhile. */
const ALL_PAGES = 0x7fffffff
/** How many pages are copied between two reports. */
const SLICE_PAGES = 2_000

/** `damaged`: the database itself is damaged. `failed`: no copy could be made. The reason ends a sentence. */
export type BackupFault = { readonly type: 'damaged' | 'failed'; readonly reason: string }

/**
 * Copies an open or closed database into the folder, checks the copy completely and gives it its name; then removes the
 * oldest. Only reads the database. It occupies its thread for the whole time. If killed, it leaves a file with an unfinished
 * name. `at`: ms since 1970. `onPreparation`: only if nobody writes meanwhile; then it copies in slices, and a write would restart
 * the copy.
 */
export async function makeBackup(
  file: string,
  folder: string,
  at: number,
  onPreparation: OnPreparation | null = null,
): Promise<Result<BackupFile, BackupFault>> {
  let part: string | null = null
  try {
    makeBackupFolder(folder)
    const needed = sizeOf(file) + sizeOf(`${file}-wal`)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < needed + SPARE_BYTES) {
      return failed({ type: 'failed', reason: `it needs ${inMegabytes(needed)} MB of free space` })
    }
    const source = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 })
    const format = Number(source.pragma('user_version', { simple: true }))
    const path = join(folder, backupName(at, format))
    part = `${path}.part`
    // Closed to other accounts before the first byte is in it.
    closeSync(openSync(part, 'w', 0o600))
    try {
      await source.backup(part, {
        progress: ({ remainingPages, totalPages }) => {
          const share = totalPages === 0 ? 0 : 1 - remainingPages / totalPages
          onPreparation?.({ step: 'backingUp', share })
          return onPreparation === null ? ALL_PAGES : SLICE_PAGES
        },
      })
    } finally {
      source.close()
    }
    onPreparation?.({ step: 'checkingBackup', share: null })
    const problem = settle(part)
    if (problem !== null) {
      removeQuietly(part)
      return failed({ type: 'damaged', reason: problem })
    }
    renameSync(part, path)
    syncFolder(folder)
    removeOldBackups(folder, at)
    return ok({ path, at, format, bytes: sizeOf(path) })
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) if (part !== null) removeQuietly(part + end)
    return failed(faultOf(error))
  }
}

/** Makes it one self-contained file, on disk. Returns what is wrong with it; null if nothing is. */
function settle(part: string): string | null {
  const copy = new Database(part)
  try {
    copy.pragma('journal_mode = DELETE')
    const problem = quickCheck(copy)
    if (problem !== null) return problem
  } finally {
    copy.close()
  }
  finish(part)
  return null
}

function faultOf(error: unknown): BackupFault {
  if (!(error instanceof Database.SqliteError)) {
    return { type: 'failed', reason: fileFault(error) }
  }
  const fault = storeFaultOf(error)
  if (fault === 'damaged') return { type: 'damaged', reason: error.message }
  return { type: 'failed', reason: fault === 'full' ? 'the disk is full' : error.message }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / (1024 * 1024))
}
