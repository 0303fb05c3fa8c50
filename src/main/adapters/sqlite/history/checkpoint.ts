import type { Database } from 'better-sqlite3'
import { isConnectionLost } from '../store-fault.ts'

/** A journal with this many pages is worth a checkpoint (4 MB). */
const DUE_PAGES = 1_000
/** From here on a step does the checkpoint if the thread has not (32 MB): the journal stays bounded. */
const LAST_RESORT_PAGES = 8_000

/**
 * For the connection of steps, which somebody waits for: none of them copies the journal into the file and waits for its
 * flush.
 */
export function leaveCheckpoints(db: Database): void {
  db.pragma(`wal_autocheckpoint = ${LAST_RESORT_PAGES}`)
}

/**
 * For a thread's connection: copies the journal into the file when enough has accumulated. No writer or reader waits for it,
 * and reads give the same results before and after.
 */
export function prepareCheckpoint(db: Database): () => void {
  return () => {
    const { checkpointed, log } = walIn(db, 'NOOP')
    if (log - checkpointed >= DUE_PAGES) walIn(db, 'PASSIVE')
  }
}

/** The number of pages in the journal, and how many of them are already in the file. */
export function walIn(
  db: Database,
  how: 'NOOP' | 'PASSIVE',
): { readonly log: number; readonly checkpointed: number } {
  const [row] = db.pragma(`wal_checkpoint(${how})`) as { log: number; checkpointed: number }[]
  return row ?? { log: 0, checkpointed: 0 }
}

/**
 * A journal left by an earlier program may be readable without being on disk: the system does not retry a failed flush. So
 * nothing is appended to it before all of it is in the database. A full or read-only disk is reported later.
 */
export function copyJournal(db: Database): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (isConnectionLost(error)) throw error
  }
}
