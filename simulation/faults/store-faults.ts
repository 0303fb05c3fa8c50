/** SQLite's error code for a write that fails; `slow` succeeds after 2 s. `held`: the database is busy for a while. */
export const STORE_FAULTS = {
  full: 'SQLITE_FULL',
  busy: 'SQLITE_BUSY',
  io: 'SQLITE_IOERR_WRITE',
  readOnly: 'SQLITE_READONLY',
  slow: null,
  held: null,
} as const

export type StoreFaultName = keyof typeof STORE_FAULTS
export const SLOW_COMMIT_MS = 2_000

/** The longest time that another program holds the database. */
export const HELD_MS = 20_000

export type FailingWrite = Exclude<StoreFaultName, 'slow' | 'held'>

export function isFailingWrite(name: string): name is FailingWrite {
  return Object.hasOwn(STORE_FAULTS, name) && name !== 'slow' && name !== 'held'
}
