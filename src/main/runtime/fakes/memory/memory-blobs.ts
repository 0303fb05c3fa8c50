import { BlobHash } from '../../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { DiskFault } from '../../../core/machine/store-fault.ts'
import type { AttachedFilesPort, BlobPort } from '../../ports/file-ports.ts'

/**
 * Blobs in memory, under names that count up; equal bytes are stored once. `failing`: the fault of the next writes;
 * null if they succeed.
 */
export class MemoryBlobs implements BlobPort {
  readonly blobs = new Map<BlobHash, Uint8Array>()
  failing: DiskFault | null = null

  async keep(bytes: Uint8Array): Promise<Result<BlobHash, DiskFault>> {
    return this.keepNow(bytes)
  }

  keepNow(bytes: Uint8Array): Result<BlobHash, DiskFault> {
    if (this.failing !== null) return failed(this.failing)
    for (const [hash, each] of this.blobs) if (Buffer.compare(each, bytes) === 0) return ok(hash)
    const hash = BlobHash.parse((this.blobs.size + 1).toString(16).padStart(64, '0'))
    this.blobs.set(hash, bytes)
    return ok(hash)
  }

  read(hash: BlobHash): Uint8Array | null {
    return this.blobs.get(hash) ?? null
  }

  readPiece(
    hash: BlobHash,
    offset: number,
    length: number,
  ): { data: Uint8Array; bytes: number } | null {
    const bytes = this.blobs.get(hash)
    if (bytes === undefined) return null
    return { data: bytes.subarray(offset, offset + length), bytes: bytes.length }
  }

  sizeOf(hash: BlobHash): Result<number | null, string> {
    return ok(this.blobs.get(hash)?.length ?? null)
  }
}

/** Attached files in memory, by path. */
export class MemoryAttached implements AttachedFilesPort {
  readonly files = new Map<string, Uint8Array>()
  failing: DiskFault | null = null

  async keep(hash: BlobHash, name: string, bytes: Uint8Array): Promise<Result<string, DiskFault>> {
    if (this.failing !== null) return failed(this.failing)
    const path = `/attached/${hash.slice(0, 16)}/${name}`
    this.files.set(path, bytes)
    return ok(path)
  }
}
