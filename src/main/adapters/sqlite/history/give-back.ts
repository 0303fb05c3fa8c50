import type { Database } from 'better-sqlite3'

/** Pages freed per call. */
const STEP = 64
/** How much is kept for the next writes: pages, and a share of the file. */
const KEPT_PAGES = 256
const KEPT_SHARE = 0.05

const SHRINKABLE = 'auto_vacuum = INCREMENTAL'

/** Allows an empty file to shrink in steps later. For any other file it would do nothing except make SQLite write to it. */
export function allowShrinking(db: Database): void {
  if (db.pragma('page_count', { simple: true }) === 0) db.pragma(SHRINKABLE)
}

/**
 * The same for an existing file, which is rewritten once for this. It is only about space: on failure, the file is
 * unchanged.
 */
export function makeShrinkable(db: Database): void {
  if (canShrink(db)) return
  try {
    db.pragma(SHRINKABLE)
    db.exec('VACUUM')
  } catch {
    // The disk may be full.
  }
}

/** True if the file can shrink in steps. */
export function canShrink(db: Database): boolean {
  return db.pragma('auto_vacuum', { simple: true }) === 2
}

/**
 * Returns some free pages at the end of the file to the disk, in one short transaction. Removes only free space, no data.
 * False if there is nothing to return.
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
