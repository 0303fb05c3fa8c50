import type { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/event.ts'
import type { AttachedFilesPort } from '../file-ports.ts'

/** Attached files in memory, by their paths. */
export class MemoryAttached implements AttachedFilesPort {
  readonly kept = new Map<string, Uint8Array>()
  failing: StoreFault | null = null

  async keep(hash: BlobHash, name: string, bytes: Uint8Array): Promise<Result<string, StoreFault>> {
    if (this.failing !== null) return failed(this.failing)
    const path = `/attached/${hash.slice(0, 16)}/${name}`
    this.kept.set(path, bytes)
    return ok(path)
  }
}
