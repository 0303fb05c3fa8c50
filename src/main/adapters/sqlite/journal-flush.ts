import { closeSync, openSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { createFlushQueue, type FlushQueue } from './flush-queue.ts'
import { startFlushThread } from './flush-thread.ts'

/** Each write is on disk when it returns. */
export const FLUSHED_BY_SQLITE: FlushQueue = {
  wrote: () => {},
  flushing: () => 'kept',
  hasFailed: false,
  stop: () => {},
}

interface JournalFlushOptions {
  readonly db: Database
  /** Of the database. */
  readonly file: string
  readonly onFailed: (error: unknown) => void
}

export interface JournalFlush {
  readonly queue: FlushQueue
  /** How long the flush that is under way has lasted (ms); 0: none is. */
  flushingMs(): number
  /** Done when all that was written is on disk, or a flush has failed. Nothing is written after it. */
  close(): Promise<void>
}

/**
 * Takes the flushes of the journal off the event loop: SQLite leaves a write in the memory of the system, and a thread flushes
 * it. A power cut still leaves a prefix of the writes: SQLite itself flushes the journal before it copies pages into the
 * database, and the new header when it restarts the journal (docs/decisions/132).
 */
export function flushBesideTheLoop({ db, file, onFailed }: JournalFlushOptions): JournalFlush {
  const thread = startFlushThread()
  let journal: number | null = null
  let since: number | null = null
  db.pragma('synchronous = NORMAL')
  const queue = createFlushQueue({
    flush: (done) => {
      journal ??= openSync(`${file}-wal`, 'r+')
      since = performance.now()
      thread.flush(journal, (error) => {
        since = null
        done(error)
      })
    },
    onFailed,
  })
  return {
    queue,
    flushingMs: () => (since === null ? 0 : performance.now() - since),
    close: async () => {
      await queue.flushing()
      queue.stop()
      thread.close()
      if (journal !== null) closeSync(journal)
      journal = null
    },
  }
}
