import { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/event.ts'
import type { BlobPort } from '../image-ports.ts'

/** Blobs in memory, under names that count up. `failing`: what the next ones answer instead of being kept. */
export class MemoryBlobs implements BlobPort {
  readonly kept = new Map<BlobHash, Uint8Array>()
  failing: StoreFault | null = null

  async keep(bytes: Uint8Array): Promise<Result<BlobHash, StoreFault>> {
    if (this.failing !== null) return failed(this.failing)
    const hash = BlobHash.parse((this.kept.size + 1).toString(16).padStart(64, '0'))
    this.kept.set(hash, bytes)
    return ok(hash)
  }

  readPiece(
    hash: BlobHash,
    offset: number,
    length: number,
  ): { data: Uint8Array; bytes: number } | null {
    const bytes = this.kept.get(hash)
    if (bytes === undefined) return null
    return { data: bytes.subarray(offset, offset + length), bytes: bytes.length }
  }

  sizeOf(hash: BlobHash): number | null {
    return this.kept.get(hash)?.length ?? null
  }
}
