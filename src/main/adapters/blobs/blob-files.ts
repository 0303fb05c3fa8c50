import { createHash, webcrypto } from 'node:crypto'
import { closeSync, fstatSync, readSync, renameSync, statSync, utimesSync } from 'node:fs'
import { readdir, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { BlobPiece, BlobPort } from '../../runtime/ports/file-ports.ts'
import {
  isRemoved,
  putInPlace,
  replaceFile,
  syncFolderAsync,
  writeUnsynced,
} from '../data-folder/atomic-file.ts'
import { makeFolders, makeFoldersAsync } from '../data-folder/make-folder.ts'
import { clearUnfinished, unfinishedIn } from '../data-folder/unfinished.ts'
import { diskFault, isAbsence } from '../system/file-fault.ts'
import {
  noneOrFault,
  openRegular,
  readRegular,
  readRegularInPieces,
} from '../data-folder/regular-file.ts'

export interface BlobFiles extends BlobPort {
  /** The size of each blob in bytes, in the order in which they were last stored. */
  sizes(): Promise<Map<BlobHash, number>>
  /** Removes what a kill left. Never rejects. */
  sweep(): Promise<void>
  /** Returns true if nothing is left. */
  remove(hash: BlobHash): boolean
  /** Like `read`, but a large one holds nothing up. */
  readInPieces(hash: BlobHash): Promise<Result<Uint8Array | null, string>>
  /** True if the blob was stored, or stored again, since then (ms since 1970), or may have been. */
  isKeptSince(hash: BlobHash, since: number): boolean
}

/** Larger than any stored file: even the files that a patch changes are limited earlier. */
const MAX_BLOB_BYTES = 256 * 1024 * 1024

/**
 * Stores blobs as files FOLDER/NAME/ab/abcd…: written to a temporary file, synced, renamed. Equal bytes are stored once.
 * `flushLater` flushes the files kept in this tick, before the step that names them; a torn file counts as missing.
 */
export function openBlobFiles(
  folder: string,
  flushLater: ((path: string) => void) | null = null,
  name = 'blobs',
): BlobFiles {
  const root = join(folder, name)
  const shelfOf = (hash: BlobHash): string => join(root, hash.slice(0, 2))

  return {
    keep: async (bytes) => {
      const hash = await hashInBackground(bytes)
      const shelf = shelfOf(hash)
      const place = join(shelf, hash)
      // A truncated or damaged blob is written again, since equal bytes are at hand.
      const stored = await readInPieces(place, hash)
      if (stored.ok && stored.value !== null && (await isRenewed(place))) return ok(hash)
      try {
        await makeFoldersAsync(folder, shelf)
        await putInPlace(unfinishedIn(root), place, bytes, 0o600)
        await syncFolderAsync(shelf)
        return ok(hash)
      } catch (error) {
        return failed(diskFault(error))
      }
    },
    keepNow: (bytes) => {
      const hash = hashOf(bytes)
      const shelf = shelfOf(hash)
      const place = join(shelf, hash)
      try {
        const stored = readWhole(place, hash)
        if (stored.ok && stored.value !== null) {
          utimesSync(place, new Date(), new Date())
          return ok(hash)
        }
        makeFolders(folder, shelf)
        if (flushLater === null) replaceFile(place, bytes, 0o600)
        else {
          const temporary = unfinishedIn(root)
          writeUnsynced(temporary, bytes, 0o600)
          renameSync(temporary, place)
          flushLater(place)
        }
        return ok(hash)
      } catch (error) {
        return failed(diskFault(error))
      }
    },
    read: (hash) => readWhole(join(shelfOf(hash), hash), hash),
    readInPieces: (hash) => readInPieces(join(shelfOf(hash), hash), hash),
    sizes: () => sizesIn(root),
    sweep: () => clearUnfinished(root),
    isKeptSince: (hash, since) => {
      try {
        return statSync(join(shelfOf(hash), hash)).mtimeMs >= since
      } catch (error) {
        return !isAbsence(error)
      }
    },
    remove: (hash) => isRemoved(join(shelfOf(hash), hash)),
    readPiece: (hash, offset, length) => {
      try {
        return ok(readPiece(join(shelfOf(hash), hash), offset, length))
      } catch (error) {
        return noneOrFault(error)
      }
    },
    sizeOf: (hash) => {
      try {
        return ok(statSync(join(shelfOf(hash), hash)).size)
      } catch (error) {
        return noneOrFault(error)
      }
    },
  }
}

/** Lets its age start again. False if it was removed while it was read. */
function isRenewed(place: string): Promise<boolean> {
  return utimes(place, new Date(), new Date()).then(
    () => true,
    (error: unknown) => !isAbsence(error),
  )
}

async function sizesIn(root: string): Promise<Map<BlobHash, number>> {
  const found: { hash: BlobHash; bytes: number; at: number }[] = []
  for (const entry of await readdir(root, { recursive: true }).catch(() => [])) {
    const hash = BlobHash.safeParse(basename(entry))
    const stats = hash.success ? await stat(join(root, entry)).catch(() => null) : null
    if (!hash.success || stats?.isFile() !== true) continue
    found.push({ hash: hash.data, bytes: stats.size, at: stats.mtimeMs })
  }
  const oldestFirst = found.toSorted((one, other) => one.at - other.at)
  return new Map(oldestFirst.map(({ hash, bytes }) => [hash, bytes]))
}

function hashOf(bytes: Uint8Array): BlobHash {
  return BlobHash.parse(createHash('sha256').update(bytes).digest('hex'))
}

/** Hashes on another thread, so a large file blocks nothing. */
async function hashInBackground(bytes: Uint8Array): Promise<BlobHash> {
  const digest = await webcrypto.subtle.digest('SHA-256', bytes)
  return BlobHash.parse(Buffer.from(digest).toString('hex'))
}

function readPiece(path: string, offset: number, length: number): BlobPiece {
  const file = openRegular(path)
  try {
    const bytes = fstatSync(file).size
    const data = Buffer.alloc(Math.max(0, Math.min(length, bytes - offset)))
    const read = readSync(file, data, 0, data.length, offset)
    return { data: data.subarray(0, read), bytes }
  } finally {
    closeSync(file)
  }
}

/** Null if the blob is missing or damaged. */
function readWhole(path: string, hash: BlobHash): Result<Uint8Array | null, string> {
  try {
    const bytes = readRegular(path, MAX_BLOB_BYTES)
    return ok(hashOf(bytes) === hash ? bytes : null)
  } catch (error) {
    return noneOrFault(error)
  }
}

async function readInPieces(
  path: string,
  hash: BlobHash,
): Promise<Result<Uint8Array | null, string>> {
  const digest = createHash('sha256')
  try {
    const bytes = await readRegularInPieces(path, MAX_BLOB_BYTES, (piece) => digest.update(piece))
    return ok(digest.digest('hex') === hash ? bytes : null)
  } catch (error) {
    return noneOrFault(error)
  }
}
