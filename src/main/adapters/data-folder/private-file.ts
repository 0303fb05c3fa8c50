import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/**
 * Creates an empty file that only this account can open, or closes one that is there to others: its folder may be open. It
 * opens no file that is there: closing it again would drop the locks that SQLite has on it.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    closeFile(path)
  }
}

/** Closes a file to others, if it is there. */
export function closeFile(path: string): void {
  if (process.platform === 'win32') return
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    // It is not there, belongs to another account, or the disk has no modes.
  }
}
