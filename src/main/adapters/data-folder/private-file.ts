import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/**
 * Creates an empty file that only this account can open, or closes an existing one to others: its folder may be open. An
 * existing file is not opened, because closing it again would drop SQLite's locks on it.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    closeToOthers(path)
  }
}

/** Does nothing if there is no such file. */
export function closeToOthers(path: string): void {
  if (process.platform === 'win32') return
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    // It is not there, belongs to another account, or the disk has no modes.
  }
}
