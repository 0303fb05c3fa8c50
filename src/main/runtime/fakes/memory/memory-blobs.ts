import { BlobHash } from '../../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { DiskFault } from '../../../core/machine/store-fault.ts'
import type { AttachedFilesPort, BlobPiece, BlobPort } from '../../ports/file-ports.ts'

/**
 * Blobs in memory, under names that count up; equal bytes are stored once. `failing`: the fault of the next writes,
 * `unread`: that of the next reads; null if they succeed.
 */
export class MemoryBlobs implements BlobPort {
  readonly blobs = new Map<BlobHash, Uint8Array>()
  failing: DiskFault | null = null
  unread: string | null = null

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

  read(hash: BlobHash): Result<Uint8Array | null, string> {
    return this.#bytesOf(hash)
  }

  #bytesOf(hash: BlobHash): Result<Uint8Array | null, string> {
    return this.unread === null ? ok(this.blobs.get(hash) ?? null) : failed(this.unread)
  }

  readPiece(hash: BlobHash, offset: number, length: number): Result<BlobPiece | null, string> {
    const read = this.#bytesOf(hash)
    if (!read.ok) return read
    const bytes = read.value
    if (bytes === null) return ok(null)
    return ok({ data: bytes.subarray(offset, offset + length), bytes: bytes.length })
  }

  sizeOf(hash: BlobHash): Result<number | null, string> {
    const read = this.#bytesOf(hash)
    return read.ok ? ok(read.value?.length ?? null) : read
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
