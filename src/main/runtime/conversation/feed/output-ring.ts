/** Keeps the end of the output, at most `capacity` code units, and counts what was dropped from the front. */
export class OutputRing {
  #chunks: string[] = []
  #length = 0
  readonly #capacity: number
  dropped = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  push(text: string): void {
    this.#chunks.push(text)
    this.#length += text.length
    while (this.#length > this.#capacity) {
      const first = this.#chunks[0] ?? ''
      const excess = this.#length - this.#capacity
      if (first.length <= excess) this.#chunks.shift()
      else this.#chunks[0] = first.slice(excess)
      const cut = Math.min(first.length, excess)
      this.#length -= cut
      this.dropped += cut
    }
  }

  text(): string {
    if (this.#chunks.length > 1) this.#chunks = [this.#chunks.join('')]
    return this.#chunks[0] ?? ''
  }

  /** Returns the last `length` code units, starting with a whole character. */
  tail(length: number): string {
    const end = this.text().slice(-length)
    return /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end
  }
}
