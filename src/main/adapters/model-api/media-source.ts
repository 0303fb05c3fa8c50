import type { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { mediaOf } from '../../core/request/image-budget.ts'
import type { ModelRequest, RequestMedia } from '../../core/request/model-request.ts'
import type { Log, Timers } from '../../runtime/ports/ports.ts'
import { readAgain } from '../../runtime/read-again.ts'
import { within } from '../system/within.ts'

/** The size of the images and documents of two full requests, in code units of base64. */
const MAX_CACHED_LENGTH = 64 * 1024 * 1024
/** How long all files of a request may take (ms). */
const LIMIT_MS = 20_000

export interface MediaDeps {
  /**
   * Null if there is no such blob, or if its bytes no longer match its name. Fails if it cannot be read now; the error
   * ends a sentence.
   */
  readBlob(hash: BlobHash): Promise<Result<Uint8Array | null, string>>
  readonly log: Log
}

/** The bytes of an image or a document in base64; null if they are gone. */
export type Base64Of = (media: RequestMedia) => string | null

/** `unread`: one of them, by its name, cannot be read now; `why` ends a sentence. */
export type LoadedMedia =
  | { readonly type: 'loaded'; readonly base64Of: Base64Of }
  | { readonly type: 'unread'; readonly name: string; readonly why: string }
  | { readonly type: 'aborted' }

const PLACEHOLDERS = {
  image: 'an image is gone and was left out of a request',
  document: 'a document is gone and was left out of a request',
} as const

interface SourceDeps extends MediaDeps {
  readonly timers: Pick<Timers, 'start'>
}

/** Images and documents in base64, read once and kept while they are in use. */
export class MediaSource {
  readonly #deps: SourceDeps
  /** By hash; the most recently used comes last. */
  readonly #cached = new Map<BlobHash, string>()
  #length = 0

  constructor(deps: SourceDeps) {
    this.#deps = deps
  }

  /**
   * Reads what a request names, one after the other: other work runs in between. What is gone is logged, and the request
   * is sent without it.
   */
  async load(request: ModelRequest, signal: AbortSignal): Promise<LoadedMedia> {
    const wanted = new Map(mediaOf(request.messages).map((media) => [media.blob, media]))
    const loaded = new Map<BlobHash, string>()
    for (const media of wanted.values()) {
      const data = this.#cached.get(media.blob)
      if (data !== undefined) this.#take(media, data, loaded)
    }
    const missing = [...wanted.values()].filter(({ blob }) => !loaded.has(blob))
    const base64Of: Base64Of = ({ blob }) => loaded.get(blob) ?? null
    if (missing.length === 0) return { type: 'loaded', base64Of }
    let reading = missing[0]?.name ?? ''
    const readAll = async (): Promise<Result<null, string>> => {
      for (const media of missing) {
        if (signal.aborted) return ok(null)
        reading = media.name
        const read = await this.#read(media, signal)
        if (!read.ok) return read
        if (read.value !== null) this.#take(media, read.value, loaded)
      }
      return ok(null)
    }
    const all = await within(readAll(), LIMIT_MS, signal)
    if (all.type === 'aborted' || signal.aborted) return { type: 'aborted' }
    if (all.type === 'late')
      return { type: 'unread', name: reading, why: 'the disk does not answer' }
    return all.value.ok
      ? { type: 'loaded', base64Of }
      : { type: 'unread', name: reading, why: all.value.error }
  }

  async #read(
    { blob, type }: RequestMedia,
    signal: AbortSignal,
  ): Promise<Result<string | null, string>> {
    const { log, timers } = this.#deps
    const readOnce = (): ReturnType<MediaDeps['readBlob']> => this.#deps.readBlob(blob)
    const read = await readAgain(readOnce, (once) => !once.ok, { signal, timers })
    if (!read.ok) return failed(read.error)
    if (read.value === null) {
      log.warn(PLACEHOLDERS[type], { blob })
      return ok(null)
    }
    const { buffer, byteLength, byteOffset } = read.value
    return ok(Buffer.from(buffer, byteOffset, byteLength).toString('base64'))
  }

  #take({ blob }: RequestMedia, data: string, loaded: Map<BlobHash, string>): void {
    loaded.set(blob, data)
    if (this.#cached.delete(blob)) this.#length -= data.length
    this.#cached.set(blob, data)
    this.#length += data.length
    for (const [oldest, { length }] of this.#cached) {
      if (this.#length <= MAX_CACHED_LENGTH) return
      this.#cached.delete(oldest)
      this.#length -= length
    }
  }
}
