import { createWriteStream, unlink, type WriteStream } from 'node:fs'
import { within } from '../../system/within.ts'
import { guard } from '../../../runtime/guard.ts'

/** How much of an output goes to its file, starting with the first byte. */
export const SPILL_BYTES = 16 * 1024 ** 2
/** How much may wait for the disk before the command has to wait too, and the longest such wait (ms). */
const WAITING_BYTES = 4 * 1024 ** 2
const LAG_MS = 200
/** How long writing the last bytes may take, once the command has ended (ms). */
const FLUSH_MS = 1_000

/** The location of the first `bytes` of an output. */
export interface Spilled {
  readonly path: string
  readonly bytes: number
}

/**
 * The file of one long output. A full, slow or missing disk costs only the file: the command waits for it at most 200 ms at
 * a time, shorter than the drain after its exit, and the queue is never longer than the file.
 */
export class Spill {
  readonly #path: string
  readonly #file: WriteStream
  readonly #onLag: (isLagging: boolean) => void
  readonly #flushMs: number
  readonly #closed: Promise<boolean>
  #length = 0
  #hasFailed = false
  #lag: NodeJS.Timeout | null = null

  constructor(path: string, onLag: (isLagging: boolean) => void, flushMs = FLUSH_MS) {
    this.#path = path
    this.#onLag = onLag
    this.#flushMs = flushMs
    this.#file = createWriteStream(path, { mode: 0o600, highWaterMark: WAITING_BYTES })
    this.#file.on(
      'drain',
      guard('a disk that recovers', () => this.#endLag()),
    )
    this.#closed = new Promise((resolve) => {
      const closed = guard('the end of an output file', () => resolve(!this.#hasFailed))
      this.#file.once('close', closed)
      const failed = guard('an output file error', () => {
        resolve(false)
        this.drop()
      })
      this.#file.on('error', failed)
    })
  }

  /** Copies what it keeps: the caller may reuse the bytes. */
  push(bytes: Uint8Array): void {
    const remaining = SPILL_BYTES - this.#length
    if (remaining === 0 || this.#hasFailed) return
    const kept = Buffer.from(bytes.subarray(0, remaining))
    this.#length += kept.length
    const isKeepingUp = this.#file.write(kept)
    if (this.#length === SPILL_BYTES) this.#file.end()
    else if (!isKeepingUp) this.#beginLag()
  }

  /** Writes the rest. Null if there is no such file, the disk took too long, or the run was aborted. */
  async end(signal: AbortSignal): Promise<Spilled | null> {
    this.#endLag()
    this.#file.end()
    const written = await within(this.#closed, this.#flushMs, signal)
    if (written.type === 'done' && written.value) return { path: this.#path, bytes: this.#length }
    this.drop()
    return null
  }

  /** Discards the file, which nobody has been told about. */
  drop(): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#endLag()
    this.#file.destroy()
    unlink(this.#path, () => undefined)
  }

  #beginLag(): void {
    if (this.#lag !== null) return
    this.#onLag(true)
    this.#lag = setTimeout(
      guard('a disk that lags', () => this.#onLag(false)),
      LAG_MS,
    )
  }

  #endLag(): void {
    if (this.#lag === null) return
    clearTimeout(this.#lag)
    this.#lag = null
    this.#onLag(false)
  }
}
