import type { Database } from 'better-sqlite3'

/** Pages that go with each call. */
const STEP = 64
/** As much is kept for what is written next: pages, and this share of the file. */
const KEPT_PAGES = 256
const KEPT_SHARE = 0.05

const SHRINKABLE = 'auto_vacuum = INCREMENTAL'

/** A file that is empty yet will be one that can shrink in steps. To another it does nothing: SQLite would write to it. */
export function allowShrinking(db: Database): void {
  if (db.pragma('page_count', { simple: true }) === 0) db.pragma(SHRINKABLE)
}

/** The same for a file that is there, which is written again for it, once. It is only about room: where it fails, the file is as it was. */
export function makeShrinkable(db: Database): void {
  if (canShrink(db)) return
  try {
    db.pragma(SHRINKABLE)
    db.exec('VACUUM')
  } catch {
    // The disk may be full.
  }
}

/** Whether the file can shrink in steps. */
export function canShrink(db: Database): boolean {
  return db.pragma('auto_vacuum', { simple: true }) === 2
}

/**
 * Gives some free pages at the end of the file back to the disk, in one short transaction. Only room goes, no data. False: there is nothing
 * to give back.
 */
export function prepareGivingBack(db: Database): () => boolean {
  const numberOf = (pragma: string): number => Number(db.pragma(pragma, { simple: true }))
  return () => {
    const free = numberOf('freelist_count')
    if (free <= Math.max(KEPT_PAGES, KEPT_SHARE * numberOf('page_count'))) return false
    if (!canShrink(db)) return false
    db.pragma(`incremental_vacuum(${STEP})`)
    return numberOf('freelist_count') < free
  }
}
