import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { removeQuietly } from '../../data-folder/atomic-file.ts'
import { makeFolder } from '../../data-folder/make-folder.ts'

/** How many backups are kept. */
export const KEPT_BACKUPS = 3

const DAY_MS = 24 * 60 * 60 * 1000
/** Longer than any time that a name can give. */
const FOREVER_MS = 1e15

/** A finished backup: it gets its name only after a complete check. */
export interface BackupFile {
  readonly path: string
  /** ms since 1970. */
  readonly at: number
  /** The number of applied migrations. */
  readonly format: number
  readonly bytes: number
}

const NAME = /^phoenix-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3})Z-format-(\d+)\.db$/
const UNFINISHED = /^phoenix-.*\.part(?:-journal|-wal|-shm)?$/

export function backupFolder(dataFolder: string): string {
  return join(dataFolder, 'backups')
}

/**
 * Creates the folder in an existing one, closed to other accounts; one elsewhere that a person's link leads to stays as it is.
 * Throws the disk's errors.
 */
export function makeBackupFolder(folder: string): void {
  makeFolder(folder)
  if (process.platform === 'win32' || lstatSync(folder).isSymbolicLink()) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // The disk has no modes. Each backup is closed itself.
  }
}

/** Such as `phoenix-2026-11-23T20-15-00.000Z-format-16.db`. */
export function backupName(at: number, format: number): string {
  return `phoenix-${new Date(at).toISOString().replaceAll(':', '-')}-format-${format}.db`
}

/**
 * The finished backups, newest first, without those that cannot be read now; empty if the folder cannot be. `now`: ms since
 * 1970. Those that a wrong clock dated after it come last.
 */
export function backupsIn(folder: string, now: number): readonly BackupFile[] {
  const ageRank = ({ at }: BackupFile): number => (at > now + DAY_MS ? at - FOREVER_MS : at)
  return namesIn(folder)
    .flatMap((name) => {
      const [, day, hours, minutes, seconds, format] = NAME.exec(name) ?? []
      const path = join(folder, name)
      const bytes = sizeOf(path)
      const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
      return Number.isNaN(at) || bytes === null ? [] : [{ path, at, format: Number(format), bytes }]
    })
    .toSorted((one, other) => ageRank(other) - ageRank(one))
}

/** Removes unfinished backups left by a kill. Only for the owner of the data folder, while no backup runs. */
export function clearUnfinished(folder: string): void {
  for (const name of namesIn(folder)) if (UNFINISHED.test(name)) removeQuietly(join(folder, name))
}

/** Removes all but the newest. */
export function removeOldBackups(folder: string, now: number): void {
  for (const { path } of backupsIn(folder, now).slice(KEPT_BACKUPS)) removeQuietly(path)
}

function sizeOf(path: string): number | null {
  try {
    return statSync(path).size
  } catch {
    return null
  }
}

/** Empty if the folder cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
