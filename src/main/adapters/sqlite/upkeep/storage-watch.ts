import { statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { StorageTrouble } from '../../../../shared/storage/storage-trouble.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import type { DiskFault } from '../../../core/machine/store-fault.ts'
import type { Log, Pulse } from '../../../runtime/ports/ports.ts'
import { removeQuietly, replaceFileAsync } from '../../data-folder/atomic-file.ts'
import type { LockWait } from '../lock-wait.ts'
import { isDiskReadOnly } from '../store-fault.ts'
import { tryToWrite } from './file-record.ts'

const LOOK_MS = 5_000
/** A flush that takes longer than this is reported. */
const SLOW_MS = 2_000
/** A lock that lasts longer than this is reported. */
const LOCKED_MS = 1_000
/** Reserved on the disk, and freed when it is full, so the last writes still succeed. */
const RESERVE_BYTES = 8 * 1024 * 1024
const BLOCK = Buffer.alloc(64 * 1024, 0xa5)
/** Not zeros, so the file system really allocates them; the same memory each time, because a start has to wait for it. */
const RESERVE = Array.from({ length: RESERVE_BYTES / BLOCK.length }, () => BLOCK)
/** This much must be free in addition to the reserve before a full disk counts as usable again. */
const ROOM_BYTES = 8 * 1024 * 1024

/** With less than this, a database is not opened, which needs a few blocks. */
const OPENING_BYTES = 1024 * 1024

/** Frees the reserve if the disk is too full to open the database. */
export function makeRoom(file: string): void {
  try {
    if (freeOn(dirname(file)) < OPENING_BYTES) removeQuietly(reserveOf(file))
  } catch {
    // The system does not say how much is free: opening shows whether it is enough.
  }
}

function reserveOf(file: string): string {
  return join(dirname(file), 'phoenix.reserve')
}

/** Tracks whether the database can be written to, judging by the results of writes. */
export interface StorageWatch {
  trouble(): StorageTrouble | null
  /** `isLost`: the connection must be replaced. */
  failed(fault: DiskFault, isLost?: boolean): void
  /** False once the connection is lost: nothing is written through it any more. */
  isUsable(): boolean
  /** Stops checking. Resolves when nothing is being written. */
  close(): Promise<void>
}

export interface StorageWatchOptions {
  readonly db: Database
  readonly file: string
  readonly pulse: Pulse
  readonly log: Log
  /** The free bytes on the disk of this folder. Default: as the system reports. */
  readonly freeBytes?: (folder: string) => number
  /** How long the current flush has lasted (ms). Default: there never is one. */
  readonly flushingMs?: () => number
  /** The lock that writes may wait for. */
  readonly lock: LockWait
  /** Opens the database again in place of a lost connection. Called from time to time until this watch is closed. */
  readonly reopen: () => void
  /** Called when the trouble changes. */
  readonly onChange: (trouble: StorageTrouble | null) => void
}

/**
 * Knows that the disk is full, read-only or failing, and checks from time to time whether that is over. Damage stays until
 * the database is opened again. After an error of the disk itself the connection is replaced, never reused.
 */
export function watchStorage(options: StorageWatchOptions): StorageWatch {
  const { db, file, freeBytes = freeOn, log, onChange, pulse, reopen } = options
  const { flushingMs = () => 0, lock } = options
  const reserve = reserveOf(file)
  let trouble: StorageTrouble | null = null
  let isUsable = true
  let keeping = writeReserve()
  const stops = [pulse.every(LOOK_MS, look), pulse.every(LOCKED_MS, lookForLock)]

  function become(next: StorageTrouble | null): void {
    if (next === trouble || trouble === 'damaged') return
    trouble = next
    log.warn('the state of the disk has changed', { state: next ?? 'well' })
    onChange(next)
  }

  function look(): void {
    if (!isUsable) return replace(trouble)
    if (trouble === 'damaged' || trouble === 'locked') return
    if (trouble === null || trouble === 'slow')
      return become(flushingMs() >= SLOW_MS ? 'slow' : null)
    if (trouble === 'full' && !hasRoom()) return
    if (trouble === 'full') void fillUp()
    else tryWriting()
  }

  /** Tests whether the lock is over, since there may be no write to find out. */
  function lookForLock(): void {
    if (lock.lockedMs() > 0 && takesWrites()) lock.wrote()
    if (trouble !== null && trouble !== 'locked') return
    become(lock.lockedMs() >= LOCKED_MS ? 'locked' : null)
  }

  /**
   * Opening a database requires a write. Until its disk allows that, everything can still be read through the lost
   * connection.
   */
  function replace(after: StorageTrouble | null): void {
    if (isDiskReadOnly(file)) return become('readOnly')
    become(after)
    reopen()
  }

  function hasRoom(): boolean {
    try {
      return freeBytes(dirname(file)) >= RESERVE_BYTES + ROOM_BYTES
    } catch {
      // The system does not say how much is free: writing the reserve shows whether it is enough.
      return true
    }
  }

  /** There is room again once the reserve fits. */
  async function fillUp(): Promise<void> {
    if ((await keepReserve()) && trouble === 'full') tryWriting()
  }

  function tryWriting(): void {
    if (takesWrites()) become(null)
  }

  function takesWrites(): boolean {
    if (!db.open) return false
    try {
      tryToWrite(db)
      return true
    } catch {
      return false
    }
  }

  /**
   * Returns whether the reserve exists, after trying to write it in the background. Each attempt checks for itself, because
   * the previous one may have been undone meanwhile.
   */
  function keepReserve(): Promise<boolean> {
    keeping = keeping.then(writeReserve)
    return keeping
  }

  async function writeReserve(): Promise<boolean> {
    try {
      if (statSync(reserve, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return true
      if (!hasRoom()) return false
      await replaceFileAsync(reserve, RESERVE, 0o600)
      return true
    } catch {
      return false
    }
  }

  return {
    trouble: () => trouble,
    failed: (fault, isLost = false) => {
      if (fault === 'full') removeQuietly(reserve)
      if (!isLost) return become(troubleOf(fault))
      isUsable = false
      replace(troubleOf(fault))
    },
    isUsable: () => isUsable,
    close: async () => {
      for (const stop of stops) stop()
      await keeping
    },
  }
}

function troubleOf(fault: DiskFault): StorageTrouble {
  switch (fault) {
    case 'full':
    case 'readOnly':
    case 'damaged':
      return fault
    case 'io':
      return 'failing'
    default:
      return assertNever(fault)
  }
}

function freeOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
