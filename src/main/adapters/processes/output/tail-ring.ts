/** The last `capacity` bytes that were pushed, in a buffer that is allocated once, at the first push. */
export class TailRing {
  readonly #capacity: number
  #ring: Buffer | null = null
  #total = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The number of bytes pushed since the last clear. */
  get total(): number {
    return this.#total
  }

  push(bytes: Uint8Array): void {
    this.#ring ??= Buffer.allocUnsafe(this.#capacity)
    const skipped = Math.max(0, bytes.length - this.#capacity)
    const kept = bytes.subarray(skipped)
    const at = (this.#total + skipped) % this.#capacity
    const first = kept.subarray(0, this.#capacity - at)
    this.#ring.set(first, at)
    this.#ring.set(kept.subarray(first.length), 0)
    this.#total += bytes.length
  }

  /** A copy, oldest byte first. */
  read(): Buffer {
    if (this.#ring === null) return Buffer.alloc(0)
    if (this.#total <= this.#capacity) return Buffer.from(this.#ring.subarray(0, this.#total))
    const at = this.#total % this.#capacity
    return Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)])
  }

  clear(): void {
    this.#total = 0
  }
}
