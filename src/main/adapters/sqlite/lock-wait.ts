import type { Database } from 'better-sqlite3'

/** How long a write may block the event loop for another writer (ms): a Stop may arrive meanwhile. */
const PATIENCE_MS = 50

/** Sets how long the writes of one connection wait while another thread or program holds the lock of the database. */
export interface LockWait {
  /** Called when a write has waited in vain: from now on none waits, until one succeeds. Returns true for the first. */
  met(): boolean
  /** A write succeeded. */
  wrote(): void
  /** How long the database has been locked (ms); 0 if it is not. */
  lockedMs(): number
}

/** Sets the waiting time of the connection. */
export function waitForLocks(db: Database): LockWait {
  let since: number | null = null
  const wait = (ms: number): void => void db.pragma(`busy_timeout = ${ms}`)
  wait(PATIENCE_MS)
  return {
    met: () => {
      if (since !== null) return false
      since = performance.now()
      wait(0)
      return true
    },
    wrote: () => {
      if (since === null) return
      since = null
      wait(PATIENCE_MS)
    },
    lockedMs: () => (since === null ? 0 : performance.now() - since),
  }
}
