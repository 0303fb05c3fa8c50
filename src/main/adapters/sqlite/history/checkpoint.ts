import type { Database } from 'better-sqlite3'
import { isConnectionLost } from '../store-fault.ts'

/** This many pages of the journal are worth the disk's time (4 MB). */
const DUE_PAGES = 1_000
/** From here on a step pays for it, if the thread has not (32 MB): the journal stays bounded. */
const LAST_RESORT_PAGES = 8_000

/**
 * For a connection whose steps somebody waits for: none of them copies the journal into the file and waits for its
 * flush.
 */
export function leaveCheckpoints(db: Database): void {
  db.pragma(`wal_autocheckpoint = ${LAST_RESORT_PAGES}`)
}

/**
 * For a thread's connection: copies the journal into the file when enough has accumulated. No writer and no reader
 * waits for it, and reads give the same results before and after.
 */
export function prepareCheckpoint(db: Database): () => void {
  return () => {
    const { checkpointed, log } = walIn(db, 'NOOP')
    if (log - checkpointed >= DUE_PAGES) walIn(db, 'PASSIVE')
  }
}

/** Pages in the journal, and how many of them are already in the file. */
export function walIn(
  db: Database,
  how: 'NOOP' | 'PASSIVE',
): { readonly log: number; readonly checkpointed: number } {
  const [row] = db.pragma(`wal_checkpoint(${how})`) as { log: number; checkpointed: number }[]
  return row ?? { log: 0, checkpointed: 0 }
}

/**
 * A journal that an earlier program has left may read well and not be on disk: a flush that failed is not tried again by the system. So
 * nothing is written behind it before all of it is in the database. A disk that is full or cannot be written is shown later.
 */
export function copyJournal(db: Database): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (isConnectionLost(error)) throw error
  }
}
