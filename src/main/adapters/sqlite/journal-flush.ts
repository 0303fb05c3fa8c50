import { closeSync, fstatSync, openSync, type Stats, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { failed, ok } from '../../../shared/result.ts'
import {
  neighbourOf,
  removeQuietly,
  type ReplaceFile,
  writeUnsynced,
} from '../data-folder/atomic-file.ts'
import { fileFault } from '../system/file-fault.ts'
import { createFlushQueue, type FlushQueue } from './flush-queue.ts'
import {
  type FileIdentity,
  type FlushBatch,
  type FlushThread,
  startFlushThread,
  type UnflushedFile,
} from './flush-thread.ts'

/** Each write is on disk when it returns. */
export const FLUSHED_BY_SQLITE: FlushQueue = {
  wrote: () => {},
  flushing: () => 'kept',
  hasFailed: false,
  stop: () => {},
}

interface JournalFlushOptions {
  readonly db: Database
  /** The database file. */
  readonly file: string
  /** May have been started while the database was being opened. */
  readonly thread?: FlushThread
  readonly onFailed: (error: unknown) => void
}

export interface JournalFlush {
  readonly queue: FlushQueue
  /** Flushes what was written to this file ahead of the next step. */
  readonly flushFile: (path: string) => void
  /**
   * Replaces a file once its new content is on disk, one after the other. Until then no client is notified that it was
   * saved.
   */
  readonly replaceFile: ReplaceFile
  /** How long the current flush has lasted (ms); 0 if there is none. */
  flushingMs(): number
  /** Resolves when all writes are on disk, or a flush has failed. Nothing is written afterwards. */
  close(): Promise<void>
}

/** The open journal. */
interface Journal {
  readonly descriptor: number
  readonly identity: FileIdentity
}

function openJournal(path: string): Journal {
  const descriptor = openSync(path, 'r+')
  return { descriptor, identity: identity(path, fstatSync(descriptor)) }
}

function identity(path: string, { dev, ino }: Stats): FileIdentity {
  return { path, dev, ino }
}

/**
 * Takes the flushes of the journal off the event loop: SQLite leaves a write in the memory of the system, and a thread
 * flushes it. A power cut still leaves a prefix of the writes: SQLite itself flushes the journal before it copies pages into
 * the database, and the new header when it restarts the journal (docs/decisions/132).
 */
export function flushOffLoop({
  db,
  file,
  onFailed,
  thread = startFlushThread(),
}: JournalFlushOptions): JournalFlush {
  const database = identity(file, statSync(file))
  let journal: Journal | null = null
  let since: number | null = null
  let isWritten = false
  const unflushed: UnflushedFile[] = []
  db.pragma('synchronous = NORMAL')
  const queue = createFlushQueue({
    flush: (done) => {
      if (isWritten) journal ??= openJournal(`${file}-wal`)
      const written = isWritten ? journal : null
      const batch: FlushBatch = {
        files: unflushed.splice(0),
        journal: written?.descriptor ?? null,
        inPlace: written === null ? [] : [database, written.identity],
      }
      isWritten = false
      since = performance.now()
      thread.flush(batch, (error) => {
        since = null
        done(error)
      })
    },
    onFailed,
  })
  const flushFile = (each: UnflushedFile): void => {
    unflushed.push(each)
    queue.wrote()
  }
  return {
    queue: {
      wrote: () => {
        isWritten = true
        queue.wrote()
      },
      flushing: () => queue.flushing(),
      get hasFailed() {
        return queue.hasFailed
      },
      stop: () => queue.stop(),
    },
    flushFile: (path) => flushFile({ written: path, place: null }),
    replaceFile: (path, text, mode) => {
      if (queue.hasFailed) return failed('the disk reported an error')
      const written = neighbourOf(path)
      try {
        writeUnsynced(written, Buffer.from(text, 'utf8'), mode)
      } catch (error) {
        removeQuietly(written)
        return failed(fileFault(error))
      }
      flushFile({ written, place: path })
      return ok(written)
    },
    flushingMs: () => (since === null ? 0 : performance.now() - since),
    close: async () => {
      await queue.flushing()
      queue.stop()
      thread.close()
      if (journal !== null) closeSync(journal.descriptor)
      journal = null
    },
  }
}
