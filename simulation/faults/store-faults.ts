/** What SQLite says when a write fails; `slow` writes, after 2 s. */
export const STORE_FAULTS = {
  full: 'SQLITE_FULL',
  busy: 'SQLITE_BUSY',
  io: 'SQLITE_IOERR_WRITE',
  readOnly: 'SQLITE_READONLY',
  slow: null,
} as const

export type StoreFaultName = keyof typeof STORE_FAULTS
export const SLOW_COMMIT_MS = 2_000

export type FailingWrite = Exclude<StoreFaultName, 'slow'>

export function isFailingWrite(name: string): name is FailingWrite {
  return Object.hasOwn(STORE_FAULTS, name) && name !== 'slow'
}
