import type { BlobHash } from '../../../shared/ids.ts'
import type { RequestMedia } from '../../core/request/model-request.ts'
import type { Log } from '../../runtime/ports/ports.ts'

/** The size of the images and documents of two full requests, in code units of base64. */
const MAX_CACHED_LENGTH = 64 * 1024 * 1024

export interface MediaDeps {
  /** Null if there is no such blob, or if its bytes no longer match its name. */
  readBlob(hash: BlobHash): Uint8Array | null
  readonly log: Log
}

/** The bytes of an image or a document in base64; null if they are gone. */
export type Base64Of = (media: RequestMedia) => string | null

const PLACEHOLDERS = {
  image: 'an image is gone and was left out of a request',
  document: 'a document is gone and was left out of a request',
} as const

/** Images and documents in base64, read once and kept while they are in use. */
export class MediaSource {
  private readonly deps: MediaDeps
  /** By hash; the most recently used comes last. */
  private readonly cached = new Map<BlobHash, string>()
  private length = 0

  constructor(deps: MediaDeps) {
    this.deps = deps
  }

  /** Null if the bytes are gone: then a line is logged, and the request is sent without them. */
  of({ blob, type }: RequestMedia): string | null {
    const data = this.cached.get(blob) ?? this.read(blob)
    if (data === null) {
      this.deps.log.warn(PLACEHOLDERS[type], { blob })
      return null
    }
    this.keep(blob, data)
    return data
  }

  private read(blob: BlobHash): string | null {
    const bytes = this.deps.readBlob(blob)
    if (bytes === null) return null
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  }

  private keep(blob: BlobHash, data: string): void {
    if (this.cached.delete(blob)) this.length -= data.length
    this.cached.set(blob, data)
    this.length += data.length
    for (const [oldest, { length }] of this.cached) {
      if (this.length <= MAX_CACHED_LENGTH) return
      this.cached.delete(oldest)
      this.length -= length
    }
  }
}
