import { setTimeout as pause } from 'node:timers/promises'
import type { StorageTrouble } from '../shared/storage/storage-trouble.ts'
import { folderWarning } from './adapters/data-folder/folder-warning.ts'
import { countUnmerged } from './adapters/sqlite/search/count-unmerged.ts'
import type { FlushThread } from './adapters/sqlite/flush-thread.ts'
import { flushOffLoop, type JournalFlush } from './adapters/sqlite/journal-flush.ts'
import { waitForLocks } from './adapters/sqlite/lock-wait.ts'
import { createSearch } from './adapters/sqlite/search/search-port.ts'
import { createSqliteStore } from './adapters/sqlite/store.ts'
import { keepStore } from './adapters/sqlite/upkeep/keep-store.ts'
import type { OpenedStore } from './adapters/sqlite/upkeep/open-store.ts'
import { watchStorage } from './adapters/sqlite/upkeep/storage-watch.ts'
import type { Upkeep } from './adapters/sqlite/upkeep/upkeep.ts'
import { systemClock, systemPulse } from './adapters/system/system-clock.ts'
import { closePart } from './close-all.ts'
import type { DiskFault } from './core/machine/store-fault.ts'
import type { HandlerPorts } from './runtime/commands/handler-ports.ts'
import type { Log } from './runtime/ports/ports.ts'
import type { Store } from './runtime/ports/store.ts'

/** How long answers may wait for the disk before this program makes way for another, in ms. */
const FLUSHED_WITHIN_MS = 1_000

const DAMAGED_IN_USE = 'A part of the database could not be read or written while Phoenix ran.'

/** The database with its maintenance. */
export interface ComposedStore extends OpenedStore {
  readonly file: string
  readonly upkeep: Upkeep
  readonly flushThread: FlushThread
  /** Called when damage is found while it is in use, with a sentence for people. */
  readonly onDamage: (sentence: string) => void
  /** Ends this program and reopens the database after a full check. */
  readonly reopen: () => void
  /** The same after an error of the disk. May do nothing: a disk that keeps failing is not retried all the time. */
  readonly reopenAfterFault: () => void
}

interface StorageOptions {
  readonly opened: ComposedStore
  readonly dataFolder: string
  readonly searchWorker: URL
  readonly log: Log
  readonly onTrouble: (trouble: StorageTrouble | null) => void
}

export interface Storage
  extends
    Pick<HandlerPorts, 'backups' | 'reopen' | 'search' | 'storage'>,
    Pick<JournalFlush, 'flushFile' | 'replaceFile'> {
  readonly store: Store
  /** Handles damage in something that was read. */
  onDamage(): void
  closeSearch(): Promise<void>
  /** Accepts no more writes. Resolves when everything is on disk and the database is closed. Never rejects. */
  close(): Promise<void>
}

/** Builds the store with everything else that works on its file. */
export function composeStorage(options: StorageOptions): Storage {
  const { dataFolder, log, onTrouble, opened, searchWorker } = options
  const { db, file } = opened
  const lock = waitForLocks(db)
  const watch = watchStorage({
    db,
    file,
    pulse: systemPulse,
    log,
    flushingMs: () => flush.flushingMs(),
    lock,
    reopen: opened.reopenAfterFault,
    onChange: onTrouble,
  })
  const onDamage = (sentence: string): void => {
    opened.onDamage(sentence)
    watch.failed('damaged')
  }
  const keeper = keepStore({ ...opened, clock: systemClock, pulse: systemPulse, log, onDamage })
  const untended = countUnmerged(db)
  const search = createSearch({ worker: searchWorker, file, log, untended })
  const onFault = (fault: DiskFault, isLost: boolean): void =>
    fault === 'damaged' ? onDamage(DAMAGED_IN_USE) : watch.failed(fault, isLost)
  const flush = flushOffLoop({
    db,
    file,
    thread: opened.flushThread,
    onFailed: (error) => {
      log.warn('a flush failed', { error: String(error) })
      watch.failed('io', true)
    },
  })
  /** Resolves when all answers that wait for a flush were sent, unless the disk hangs. */
  const flushed = async (): Promise<void> => {
    await Promise.race([flush.queue.flushing(), pause(FLUSHED_WITHIN_MS, null, { ref: false })])
  }
  return {
    store: createSqliteStore(db, log, {
      onSearchable: () => search.written(),
      onFault,
      flush: flush.queue,
      lock,
    }),
    flushFile: flush.flushFile,
    replaceFile: flush.replaceFile,
    backups: keeper,
    reopen: () => void flushed().then(opened.reopen),
    search,
    storage: { trouble: () => watch.trouble(), folderWarning: folderWarning(dataFolder) },
    onDamage: () => onDamage(DAMAGED_IN_USE),
    closeSearch: () => search.close(),
    close: async () => {
      await closePart(log, () => watch.close())
      await closePart(log, () => flush.close())
      await closePart(log, () => keeper.close({ inOrder: watch.isUsable() }))
    },
  }
}
