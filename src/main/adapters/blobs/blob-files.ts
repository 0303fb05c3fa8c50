import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/event.ts'
import { replaceFile } from '../system/atomic-file.ts'
import { faultCode } from '../system/file-fault.ts'

export interface BlobFiles {
  /** Keeps the bytes under the name of their SHA-256: on disk when this returns, so that an event may name them. */
  keep(bytes: Uint8Array): Result<BlobHash, StoreFault>
  /** Null where there is no such blob, or its file no longer holds what its name says. */
  read(hash: BlobHash): Uint8Array | null
}

/** Blobs as files in FOLDER/blobs/ab/abcd…: written aside, synced, renamed. Equal bytes are kept once. */
export function openBlobFiles(folder: string): BlobFiles {
  const shelfOf = (hash: BlobHash): string => join(folder, 'blobs', hash.slice(0, 2))

  return {
    keep: (bytes) => {
      const hash = hashOf(bytes)
      const shelf = shelfOf(hash)
      const place = join(shelf, hash)
      if (existsSync(place)) return ok(hash)
      try {
        mkdirSync(shelf, { recursive: true, mode: 0o700 })
        replaceFile(place, bytes, 0o600)
        return ok(hash)
      } catch (error) {
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

function readOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

function faultOf(error: unknown): StoreFault {
  const code = faultCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  return code === 'EROFS' || code === 'EACCES' || code === 'EPERM' ? 'readOnly' : 'io'
}
