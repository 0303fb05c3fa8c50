import type { Spilled } from './spill.ts'
import { TailRing } from './tail-ring.ts'
import { plainText } from './terminal-text.ts'
import { incompleteTail, orphanedHead } from './whole-characters.ts'

/**
 * How much of the start and of the end of a command's output the model gets, in bytes: 32 KB together with the note about
 * the rest.
 */
export const KEPT_BYTES = 16 * 1024 - 256

/** A command's output, for the model. `bytes` counts all of it, `leftOut` what is not in `text`. */
export interface Printed {
  readonly text: string
  readonly bytes: number
  readonly leftOut: number
}

/** All of a command's output that is kept, unchanged. */
export interface RawOutput {
  /** The temporary file with its beginning; null if there is none. */
  readonly file: string | null
  /** What follows the file, or everything. */
  readonly bytes: Buffer
}

export const NOTHING_PRINTED: Printed = { text: '', bytes: 0, leftOut: 0 }

/** Keeps the head and the tail of the output: 32 KB, however much there is. */
export class HeadAndTail {
  readonly #head = new TailRing(KEPT_BYTES)
  readonly #tail = new TailRing(KEPT_BYTES)

  /** How many more bytes can arrive before some are dropped. */
  get remaining(): number {
    return Math.max(0, 2 * KEPT_BYTES - this.#head.total - this.#tail.total)
  }

  /** All bytes so far; use only if none were dropped. */
  bytes(): Buffer {
    return Buffer.concat([this.#head.read(), this.#tail.read()])
  }

  /** The output for people, including the file if there is one; a line of text replaces what is lost. */
  raw(spilled: Spilled | null): RawOutput {
    const head = this.#head.read()
    const tail = this.#tail.read()
    const known = spilled?.bytes ?? head.length
    const leftOut = this.#head.total + this.#tail.total - known - tail.length
    const rest =
      leftOut > 0
        ? Buffer.concat([Buffer.from(`\n[… ${leftOut} bytes left out …]\n`), tail])
        : tail.subarray(-leftOut)
    return spilled === null
      ? { file: null, bytes: Buffer.concat([head, rest]) }
      : { file: spilled.path, bytes: rest }
  }

  push(bytes: Uint8Array): void {
    const remaining = KEPT_BYTES - this.#head.total
    if (remaining > 0) this.#head.push(bytes.subarray(0, remaining))
    if (bytes.length > remaining) this.#tail.push(bytes.subarray(Math.max(0, remaining)))
  }

  /** The output for the model. Never splits a character (T40); invalid UTF-8 becomes U+FFFD and counts with its new size. */
  read(spilled: Spilled | null): Printed {
    const bytes = this.#head.total + this.#tail.total
    if (bytes === 0) return NOTHING_PRINTED
    if (bytes <= 2 * KEPT_BYTES) {
      const text = this.bytes().toString()
      if (Buffer.byteLength(text) <= 2 * KEPT_BYTES) {
        return { text: plainText(text), bytes, leftOut: 0 }
      }
    }
    const head = fittingStart(this.#head.read())
    const tail = fittingEnd(this.#tail.read())
    const leftOut = bytes - head.length - tail.length
    const marker = `[… ${leftOut} of ${bytes} bytes left out${whereToRead(spilled, bytes)} …]`
    const parts = [plainText(head.toString()), marker, plainText(tail.toString())]
    return { text: parts.join('\n'), bytes, leftOut }
  }
}

function whereToRead(spilled: Spilled | null, bytes: number): string {
  if (spilled === null) return ''
  const what = spilled.bytes === bytes ? 'all of it is' : `the first ${spilled.bytes} are`
  return `; ${what} in ${spilled.path} for read_file and grep`
}

function fittingStart(bytes: Buffer): Buffer {
  return fitting(bytes, (length) => {
    const start = bytes.subarray(0, length)
    return start.subarray(0, length - incompleteTail(start))
  })
}

function fittingEnd(bytes: Buffer): Buffer {
  return fitting(bytes, (length) => {
    const end = bytes.subarray(bytes.length - length)
    return end.subarray(orphanedHead(end))
  })
}

/** The longest cut whose text stays within its share: invalid bytes grow to three each. */
function fitting(bytes: Buffer, cut: (length: number) => Buffer): Buffer {
  const fits = (length: number): boolean => Buffer.byteLength(cut(length).toString()) <= KEPT_BYTES
  if (fits(bytes.length)) return cut(bytes.length)
  let low = 0
  let high = bytes.length
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return cut(low)
}
