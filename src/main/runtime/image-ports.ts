import type { ImageType } from '../../shared/attachment.ts'
import type { BlobHash } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { StoreFault } from '../core/event.ts'

/** Bytes under the name of their SHA-256. */
export interface BlobPort {
  /** On disk when it resolves; blocks nothing meanwhile. */
  keep(bytes: Uint8Array): Promise<Result<BlobHash, StoreFault>>
  /** At most `length` bytes of it and the size of the whole; null where there is none. Unchecked: for the screen. */
  readPiece(
    hash: BlobHash,
    offset: number,
    length: number,
  ): { readonly data: Uint8Array; readonly bytes: number } | null
  /** In bytes; null where there is no such blob. */
  sizeOf(hash: BlobHash): number | null
}

export type PreparedImage =
  | {
      readonly type: 'ready'
      /** Of the copy; `name` is the file's, made fit to be shown. */
      readonly name: string
      readonly copy: Uint8Array
      readonly mediaType: ImageType
      readonly width: number
      readonly height: number
      readonly notice: string | null
    }
  | { readonly type: 'refused'; readonly reason: string }

export interface ImagePort {
  /** Decodes a file whole and makes the copy that goes to a model, or says why not. */
  prepare(bytes: Uint8Array, name: string): Promise<PreparedImage>
}
