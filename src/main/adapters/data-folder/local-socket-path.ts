import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** The longest possible socket path in bytes: the limit of macOS. */
export const MAX_SOCKET_PATH = 103

/**
 * The address where the host of a data folder listens for commands of the same account: a socket in that folder, on Windows
 * a pipe named after it. Null if the path is too long for a socket.
 */
export function localSocketPath(dataFolder: string, platform = process.platform): string | null {
  if (platform === 'win32') {
    const name = createHash('sha256').update(dataFolder.toLowerCase()).digest('hex')
    return String.raw`\\.\pipe\phoenix-${name.slice(0, 32)}`
  }
  const path = join(dataFolder, 'phoenix.sock')
  return Buffer.byteLength(path) > MAX_SOCKET_PATH ? null : path
}

/** True for a socket of this account: a folder that others can write to may contain anything. */
export function isOwnSocket(path: string, platform = process.platform): boolean {
  if (platform === 'win32') return true
  const facts = lstatSync(path, { throwIfNoEntry: false })
  return facts?.isSocket() === true && facts.uid === process.getuid?.()
}
