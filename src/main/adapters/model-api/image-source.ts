import type { ImageType } from '../../../shared/attachment.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { RequestImage } from '../../core/request/model-request.ts'
import type { Log } from '../../runtime/ports/ports.ts'

/** Room for the images of two full requests, in code units of base64. */
const MAX_CACHED_LENGTH = 64 * 1024 * 1024

export interface ImageDeps {
  /** Null where there is no such blob, or it no longer holds what its name says. */
  readBlob(hash: BlobHash): Uint8Array | null
  readonly log: Log
}

export interface EncodedImage {
  readonly mediaType: ImageType
  /** Base64. */
  readonly data: string
}

/** Null where the bytes are gone. */
export type ImageOf = (block: RequestImage) => EncodedImage | null

/** Images in base64, read once and kept while they are in use. */
export class ImageSource {
  private readonly deps: ImageDeps
  /** By hash; the one used last stands last. */
  private readonly cached = new Map<BlobHash, string>()
  private length = 0

  constructor(deps: ImageDeps) {
    this.deps = deps
  }

  /** Null where the bytes are gone: a log line says so, and the request goes without them. */
  of({ blob, mediaType }: RequestImage): EncodedImage | null {
    const data = this.cached.get(blob) ?? this.read(blob)
    if (data === null) {
      this.deps.log.warn('an image is gone and was left out of a request', { blob })
      return null
    }
    this.keep(blob, data)
    return { mediaType, data }
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
