import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/event.ts'

export interface BlobFiles {
  /** Keeps the bytes under the name of their SHA-256: on disk when this returns, so that an event may name them. */
  keep(bytes: Uint8Array): Result<BlobHash, StoreFault>
  /** Null where there is no such blob, or its file no longer holds what its name says. */
  read(hash: BlobHash): Uint8Array | null
}

/** Blobs as files in FOLDER/blobs/ab/abcd…: written aside, synced, renamed. Equal bytes are kept once. */
export function openBlobFiles(folder: string): BlobFiles {
  const root = join(folder, 'blobs')
  const shelfOf = (hash: BlobHash): string => join(root, hash.slice(0, 2))

  return {
    keep: (bytes) => {
      const hash = hashOf(bytes)
      const shelf = shelfOf(hash)
      const place = join(shelf, hash)
      if (existsSync(place)) return ok(hash)
      const aside = join(shelf, `${randomUUID()}.part`)
      try {
        mkdirSync(shelf, { recursive: true, mode: 0o700 })
        writeSynced(aside, bytes)
        renameSync(aside, place)
        syncFolder(shelf)
        return ok(hash)
      } catch (error) {
        removeIfThere(aside)
        return failed(faultOf(error))
      }
    },
    read: (hash) => {
      const bytes = readOrNull(join(shelfOf(hash), hash))
      return bytes !== null && hashOf(bytes) === hash ? bytes : null
    },
  }
}

function hashOf(bytes: Uint8Array): BlobHash {
  return BlobHash.parse(createHash('sha256').update(bytes).digest('hex'))
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The rename is as lasting as the folder that holds it. Windows syncs no folders. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Its folder is not there either.
  }
}

function readOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

function faultOf(error: unknown): StoreFault {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  return code === 'EROFS' || code === 'EACCES' || code === 'EPERM' ? 'readOnly' : 'io'
}
