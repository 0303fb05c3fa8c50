import type { FileHandle } from 'node:fs/promises'
import { decoderOf, formOf, type TextForm } from './encoding.ts'

const CHUNK_BYTES = 256 * 1024
/** The limit for one line, in UTF-16 code units. */
const MAX_LINE = 2_000

/** `from` counts from 1; `maxBytes` bounds all lines together. */
export interface LinesWanted {
  readonly from: number
  readonly count: number
  readonly maxBytes: number
}

export interface LinesRead {
  readonly type: 'lines'
  readonly form: TextForm
  readonly hasCrlf: boolean
  /** The requested lines, without their ends, as far as they fit. */
  readonly lines: readonly string[]
  /** The number of lines in the file, if its end was reached. */
  readonly total: number | null
}

export type ReadLines =
  | LinesRead
  /** `start`: the file's first bytes. */
  | { readonly type: 'noText'; readonly start: Buffer }
  | { readonly type: 'aborted' }

/** Reads only as much of a file as the lines need. */
export async function readLines(
  handle: FileHandle,
  wanted: LinesWanted,
  signal: AbortSignal,
): Promise<ReadLines> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const next = async (): Promise<Buffer> => {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
    return chunk.subarray(0, bytesRead)
  }
  const start = await next()
  const form = formOf(start, start.length < CHUNK_BYTES)
  if (form === null) return { type: 'noText', start: Buffer.from(start) }
  const decoder = decoderOf(form.encoding)
  const taker = new LineTaker(wanted)
  let bytes = start.subarray(form.bom.length)
  while (bytes.length > 0 && !taker.isDone) {
    if (signal.aborted) return { type: 'aborted' }
    if (isBinary(bytes, form)) return { type: 'noText', start: Buffer.from(bytes) }
    taker.push(decoder.write(bytes))
    if (!taker.isDone) bytes = await next()
  }
  if (!taker.isDone) taker.end(decoder.end())
  return linesOf(taker, form)
}

/** Does the same for a text that is not in a file. */
export function linesOfText(text: string, form: TextForm, wanted: LinesWanted): LinesRead {
  const taker = new LineTaker(wanted)
  taker.push(text)
  if (!taker.isDone) taker.end('')
  return linesOf(taker, form)
}

function linesOf({ hasCrlf, lines, total }: LineTaker, form: TextForm): LinesRead {
  return { type: 'lines', form, hasCrlf, lines, total }
}

function isBinary(bytes: Buffer, { encoding }: TextForm): boolean {
  return (encoding === 'utf8' || encoding === 'latin1') && bytes.includes(0)
}

/** Counts lines, and keeps the beginning of each wanted one. */
class LineTaker {
  readonly lines: string[] = []
  hasCrlf = false
  isDone = false
  total: number | null = null
  readonly #wanted: LinesWanted
  #number = 1
  #kept = ''
  #length = 0
  #bytes = 0

  constructor(wanted: LinesWanted) {
    this.#wanted = wanted
  }

  push(text: string): void {
    let at = 0
    while (at < text.length && !this.isDone) {
      if (this.#isFull) {
        this.isDone = true
        return
      }
      const end = text.indexOf('\n', at)
      this.#take(text, at, end < 0 ? text.length : end)
      if (end < 0) return
      this.#finishLine()
      at = end + 1
    }
  }

  end(text: string): void {
    this.push(text)
    if (this.isDone) return
    if (this.#length > 0) this.#finishLine()
    this.isDone = true
    this.total = this.#number - 1
  }

  get #isFull(): boolean {
    return this.lines.length >= this.#wanted.count || this.#bytes >= this.#wanted.maxBytes
  }

  #take(text: string, from: number, to: number): void {
    const remaining = MAX_LINE + 1 - this.#kept.length
    if (this.#number >= this.#wanted.from && remaining > 0) {
      this.#kept += text.slice(from, Math.min(to, from + remaining))
    }
    this.#length += to - from
  }

  #finishLine(): void {
    if (this.#number >= this.#wanted.from) {
      const line = this.#read()
      this.#bytes += Buffer.byteLength(line) + 8
      if (this.#bytes <= this.#wanted.maxBytes || this.lines.length === 0) this.lines.push(line)
      else this.isDone = true
    }
    this.#number += 1
    this.#kept = ''
    this.#length = 0
  }

  #read(): string {
    if (this.#length <= MAX_LINE) {
      if (!this.#kept.endsWith('\r')) return this.#kept
      this.hasCrlf = true
      return this.#kept.slice(0, -1)
    }
    const start = this.#kept.slice(0, MAX_LINE).replace(/[\uD800-\uDBFF]$/, '')
    return `${start} … (${this.#length - start.length} more characters in this line)`
  }
}
