import { UTF8_MARK } from '../../../shared/byte-order-mark.ts'

/** The largest message, field or image that is read, in bytes of JSON. */
const MAX_PIECE_BYTES = 64 * 1024 * 1024

/**
 * A part of an export: the beginning and the end of a conversation, by their places in the file, one of its fields
 * (`"title":"T"`), or an entry of one of its lists (a message) or objects (`"hash":"data:…"`).
 */
export type ExportPiece =
  | { readonly type: 'begin'; readonly at: number }
  | { readonly type: 'field'; readonly bytes: Uint8Array }
  | { readonly type: 'entry'; readonly list: string; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly at: number }

/** `other`: it is not one object, and not an array of objects. `cut`: it ends in the middle. */
export type PiecesEnd = 'whole' | 'other' | 'cut' | 'tooLarge'

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const SPACE = 0x20

/** How deep the parts are: in the conversation, and in a list of it. */
const [FIELDS, ENTRIES] = [1, 2]

/**
 * Cuts an export, or an array of them, into pieces, whatever its layout, while holding one of them. Only the brackets around
 * pieces are checked: a piece may be broken JSON. The bytes of a piece are valid until `onPiece` returns.
 */
export function cutExports(
  chunks: Iterable<Uint8Array>,
  onPiece: (piece: ExportPiece) => void,
): PiecesEnd {
  const cutter = new ExportCutter(onPiece)
  for (const chunk of chunks) {
    const end = cutter.read(chunk)
    if (end !== null) return end
  }
  return cutter.end()
}

class ExportCutter {
  readonly #onPiece: (piece: ExportPiece) => void
  #chunk: Uint8Array = new Uint8Array()
  /** Where the chunk begins in the file. */
  #offset = 0
  /** Where the current piece begins in the chunk. */
  #from = 0
  /** The current piece in earlier chunks. */
  #kept: Uint8Array[] = []
  #keptBytes = 0
  #depth = 0
  /** The depth of a conversation's own braces: 1 in an array, null before the first bracket. */
  #base: number | null = null
  #list = ''
  #isText = false
  #isEscaped = false
  #isOver = false

  constructor(onPiece: (piece: ExportPiece) => void) {
    this.#onPiece = onPiece
  }

  /** Null: the export goes on. */
  read(chunk: Uint8Array): 'other' | 'tooLarge' | null {
    this.#chunk = chunk
    this.#from = 0
    let at = 0
    while (at < chunk.length) {
      if (this.#isText) at = this.#afterText(at)
      else {
        const byte = chunk[at] ?? SPACE
        if (byte > SPACE && !this.#readMark(byte, at)) return 'other'
        at++
      }
    }
    this.#offset += chunk.length
    this.#keptBytes += chunk.length - this.#from
    if (this.#keptBytes > MAX_PIECE_BYTES) return 'tooLarge'
    if (this.#from < chunk.length) this.#kept.push(new Uint8Array(chunk.subarray(this.#from)))
    return null
  }

  end(): PiecesEnd {
    if (this.#isOver) return 'whole'
    return this.#base === null ? 'other' : 'cut'
  }

  /** The place after the end of the text or, if that is not in this chunk, after the chunk. */
  #afterText(from: number): number {
    if (this.#isEscaped) {
      this.#isEscaped = false
      return from + 1
    }
    const at = endOfPlain(this.#chunk, from)
    if (this.#chunk[at] === QUOTE) this.#isText = false
    else if (at < this.#chunk.length) this.#isEscaped = true
    return at + 1
  }

  /** False: it is something else than an export. */
  #readMark(byte: number, at: number): boolean {
    if (this.#base === null) {
      if (byte === UTF8_MARK[this.#offset + at]) return true
      if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) return false
      this.#base = byte === OPEN_LIST ? 1 : 0
    }
    if (this.#isOver) return false
    const level = this.#depth - this.#base
    // Of an array, anything but an object is an element of something else.
    if (level === 0 && byte !== OPEN_OBJECT && byte !== COMMA && byte !== CLOSE_LIST) return false
    if (byte === QUOTE) this.#isText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(level, at)
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close(level, at)
    else if (byte === COMMA && level <= ENTRIES) this.#cut(level, at)
    return true
  }

  #open(level: number, at: number): void {
    this.#depth++
    if (level >= ENTRIES) return
    if (level === 0) this.#onPiece({ type: 'begin', at: this.#offset + at })
    const before = this.#take(at)
    if (level === FIELDS) this.#list = nameIn(before)
  }

  #close(level: number, at: number): void {
    this.#depth--
    this.#isOver = this.#depth === 0
    if (level > ENTRIES) return
    this.#cut(level, at)
    if (level === FIELDS) this.#onPiece({ type: 'end', at: this.#offset + at + 1 })
  }

  /** Ends a piece, if there is one. */
  #cut(level: number, at: number): void {
    const bytes = this.#take(at)
    if (level === 0 || bytes.every((byte) => byte <= SPACE)) return
    this.#onPiece(
      level === FIELDS ? { type: 'field', bytes } : { type: 'entry', list: this.#list, bytes },
    )
  }

  /** What was read since the last mark that ended or opened a piece, without the one here. */
  #take(at: number): Uint8Array {
    const here = this.#chunk.subarray(this.#from, at)
    this.#from = at + 1
    if (this.#kept.length === 0) return here
    const whole = Buffer.concat([...this.#kept, here])
    this.#kept = []
    this.#keptBytes = 0
    return whole
  }
}

/** The place of the next quote or backslash; the length if there is none. */
function endOfPlain(chunk: Uint8Array, from: number): number {
  let at = from
  while (at < chunk.length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at++
  return at
}

/** The name of a list before its bracket; empty if there is none. */
function nameIn(bytes: Uint8Array): string {
  return /^\s*"([^"\\]{1,100})"\s*:\s*$/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? ''
}
