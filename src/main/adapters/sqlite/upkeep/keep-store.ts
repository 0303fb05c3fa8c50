import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupView } from '../../../../shared/storage/backup.ts'
import { attempt } from '../../../runtime/guard.ts'
import type { BackupPort } from '../../../runtime/ports/backup-port.ts'
import type { Clock, Log, Pulse } from '../../../runtime/ports/ports.ts'
import { backupFolder, backupsIn, namesIn } from './backup-files.ts'
import { markChecked, markClosed } from './file-record.ts'
import { inWords, type OpenedStore } from './open-store.ts'
import type { Upkeep } from './upkeep.ts'

const LOOK_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000
/** The wait after a failed attempt (ms). */
const NEXT_TRY_MS = 60 * 60 * 1000
/** After this time the database is closed, whether or not a job has ended: there may be no time to do it later (ms). */
const ENDING_MS = 500

export interface StoreKeeper extends BackupPort {
  /**
   * Ends running jobs and closes the database. `inOrder`: marks it as closed properly; otherwise the next start checks all
   * of its pages.
   */
  close(how: { readonly inOrder: boolean }): Promise<void>
}

export interface KeepStoreOptions extends OpenedStore {
  readonly file: string
  readonly upkeep: Upkeep
  readonly clock: Clock
  readonly pulse: Pulse
  readonly log: Log
  /** Called if the file was found to be damaged while in use, with a sentence for people. */
  readonly onDamage: (sentence: string) => void
}

/**
 * Maintains an open database: a daily backup, and a check of all pages if one is due. Each backup is checked completely, so
 * a day with a backup needs no other check.
 */
export function keepStore(options: KeepStoreOptions): StoreKeeper {
  const { clock, db, file, log, onDamage, upkeep } = options
  const folder = backupFolder(dirname(file))
  let isCheckDue = options.isCheckDue
  let newest = backupsIn(folder, clock.now())[0] ?? null
  let problem: string | null = null
  let notBefore = 0
  let backingUp: Promise<BackupView> | null = null
  let checking: Promise<void> | null = null
  let measuring: ReturnType<BackupPort['sizes']> | null = null
  const stop = options.pulse.every(LOOK_MS, look)

  function view(): BackupView {
    const kept = backupsIn(folder, clock.now())
    newest = kept[0] ?? null
    const facts = newest === null ? null : { at: newest.at, bytes: newest.bytes }
    return { folder, newest: facts, kept: kept.length, problem, setAside: setAsideOf(file) }
  }

  function look(): void {
    const now = clock.now()
    if (now < notBefore && notBefore - now <= NEXT_TRY_MS) return
    if (isCheckDue) checking ??= check().finally(() => (checking = null))
    else if (newest === null || Math.abs(now - newest.at) >= DAY_MS) void make()
  }

  function make(): Promise<BackupView> {
    backingUp ??= backUp()
      .then(view)
      .finally(() => (backingUp = null))
    return backingUp
  }

  async function backUp(): Promise<void> {
    const at = clock.now()
    const made = await upkeep.run({ type: 'backup', file, folder, at, isAlone: false })
    if (made.ok && made.value.ok) {
      isCheckDue = false
      problem = null
      newest = made.value.value
      noteChecked(at)
      return
    }
    const fault = made.ok && !made.value.ok ? made.value.error : null
    const reason = fault?.reason ?? (made.ok ? '' : made.error)
    problem = `The last backup could not be made: ${reason}.`
    notBefore = at + NEXT_TRY_MS
    log.warn('no backup was made', { reason })
    if (fault?.type === 'damaged') onDamage(inWords(file, fault.reason))
  }

  async function check(): Promise<void> {
    const at = clock.now()
    const checked = await upkeep.run({ type: 'check', file })
    if (!checked.ok) {
      notBefore = at + NEXT_TRY_MS
      log.warn('the database was not checked', { reason: checked.error })
      return
    }
    isCheckDue = false
    if (checked.value === null) noteChecked(at)
    else onDamage(inWords(file, checked.value))
  }

  /** If this fails, it only costs another check. */
  function noteChecked(at: number): void {
    try {
      if (db.open) markChecked(db, at)
    } catch (error) {
      log.warn('the database check was not recorded', { error: String(error) })
    }
  }

  return {
    view,
    make,
    sizes: () =>
      (measuring ??= upkeep.run({ type: 'sizes', file }).finally(() => (measuring = null))),
    close: async ({ inOrder }) => {
      stop()
      const ended = upkeep.close()
      await Promise.race([ended, pause(ENDING_MS, null, { ref: false })])
      attempt('closing the database', () => {
        if (db.open && inOrder) markClosed(db)
      })
      db.close()
      await ended
    },
  }
}

/** The paths of damaged databases that were moved aside. */
function setAsideOf(file: string): readonly string[] {
  const start = `${basename(file)}.corrupt-`
  return namesIn(dirname(file))
    .filter((name) => name.startsWith(start) && !/-(?:wal|shm)$/.test(name))
    .map((name) => join(dirname(file), name))
}
