import { join } from 'node:path'
import type { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { openBlobFiles } from '../blobs/blob-files.ts'

/** The limit for the undo content of all conversations together. The oldest is removed first. */
export const KEPT_BYTES = 512 * 1024 * 1024

/** The content of files before a tool or an undo wrote them. */
export interface KeptFiles {
  /** On disk when it resolves, all of them or none; the error ends a sentence. */
  keepAll(contents: readonly Uint8Array[]): Promise<Result<readonly BlobHash[], string>>
  /** In bytes; null if it is not kept. Fails if that is unknown; the error ends a sentence. */
  sizeOf(hash: BlobHash): Result<number | null, string>
  /** Keeps what was stored again since then (ms since 1970). Returns true if nothing is left. */
  remove(hash: BlobHash, since: number): boolean
  /** Never rejects. */
  removeAll(): Promise<void>
  /** Removes what a kill left. Never rejects. */
  sweep(): Promise<void>
  /** Null if it is no longer kept, or its file no longer matches its name. Fails if it cannot be read now. */
  read(hash: BlobHash): Promise<Result<Uint8Array | null, string>>
}

/** Uses a separate folder, so removing the oldest never removes an image of a message. */
export function openKeptFiles(dataFolder: string, budget = KEPT_BYTES): KeptFiles {
  const blobs = openBlobFiles(dataFolder, null, join('undo', 'blobs'))
  /** From hash to size, the oldest first. */
  let sizes: Promise<Map<BlobHash, number>> | null = null

  function isRemoved(hash: BlobHash): boolean {
    const isGone = blobs.remove(hash)
    if (isGone) void sizes?.then((known) => known.delete(hash))
    return isGone
  }

  function letGo(of: Map<BlobHash, number>): void {
    let total = [...of.values()].reduce((sum, bytes) => sum + bytes, 0)
    for (const [hash, bytes] of of) {
      if (total <= budget) return
      if (!blobs.remove(hash)) continue
      of.delete(hash)
      total -= bytes
    }
  }

  return {
    async keepAll(contents) {
      const sum = contents.reduce((total, { length }) => total + length, 0)
      if (sum > budget) return failed(tooMuch(sum, budget))
      sizes ??= blobs.sizes()
      const known = await sizes
      const hashes: BlobHash[] = []
      for (const bytes of contents) {
        const kept = await blobs.keep(bytes)
        if (!kept.ok) return failed(WORDS[kept.error])
        known.delete(kept.value)
        known.set(kept.value, bytes.length)
        hashes.push(kept.value)
      }
      letGo(known)
      return ok(hashes)
    },
    sizeOf: (hash) => blobs.sizeOf(hash),
    remove: (hash, since) => {
      if (blobs.isKeptSince(hash, since)) return false
      return isRemoved(hash)
    },
    removeAll: async () => {
      for (const hash of (await blobs.sizes()).keys()) isRemoved(hash)
    },
    read: (hash) => blobs.readInPieces(hash),
    sweep: () => blobs.sweep(),
  }
}

const WORDS = {
  full: 'the disk of Phoenix’s data folder is full',
  readOnly: 'Phoenix’s data folder cannot be written to',
  damaged: 'Phoenix’s data folder is damaged',
  io: 'the disk of Phoenix’s data folder reports an error',
} as const

function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_048_576)
}

function tooMuch(bytes: number, budget: number): string {
  return `they hold ${inMegabytes(bytes)} MB, and Phoenix keeps ${inMegabytes(budget)} MB for undo`
}
