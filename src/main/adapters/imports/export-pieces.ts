import { UTF8_MARK } from '../files/encoding.ts'

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
  let [depth, offset] = [0, 0]
  let [isText, isEscaped, isOver] = [false, false, false]
  /** Depth of a conversation's own braces less one: 1 in an array. */
  let base: number | null = null
  let list = ''
  let kept: Uint8Array[] = []
  let keptBytes = 0

  function take(part: Uint8Array): Uint8Array {
    if (kept.length === 0) return part
    const whole = Buffer.concat([...kept, part])
    kept = []
    keptBytes = 0
    return whole
  }

  for (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? SPACE
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === QUOTE) isText = false
        else if (byte === BACKSLASH) isEscaped = true
        // Texts are most of an export, and this skips them several times faster.
        else at = endOfPlain(chunk, at) - 1
        continue
      }
      if (byte <= SPACE) continue
      if (base === null) {
        if (byte === UTF8_MARK[offset + at]) continue
        if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) return 'other'
        base = byte === OPEN_LIST ? 1 : 0
      }
      if (isOver) return 'other'
      if (byte === QUOTE) isText = true
      const level = depth - base
      // Of an array, anything but an object is an element of something else.
      if (level === 0 && byte !== OPEN_OBJECT && byte !== COMMA && byte !== CLOSE_LIST)
        return 'other'
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth++
        if (level >= ENTRIES) continue
        if (level === 0) onPiece({ type: 'begin', at: offset + at })
        const before = take(chunk.subarray(from, at))
        if (level === FIELDS) list = nameIn(before)
        from = at + 1
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth--
        isOver = depth === 0
        if (level > ENTRIES) continue
        cut(level, take(chunk.subarray(from, at)))
        if (level === FIELDS) onPiece({ type: 'end', at: offset + at + 1 })
        from = at + 1
      } else if (byte === COMMA && level <= ENTRIES) {
        cut(level, take(chunk.subarray(from, at)))
        from = at + 1
      }
    }
    offset += chunk.length
    keptBytes += chunk.length - from
    if (keptBytes > MAX_PIECE_BYTES) return 'tooLarge'
    if (from < chunk.length) kept.push(new Uint8Array(chunk.subarray(from)))
  }
  return isOver ? 'whole' : base === null ? 'other' : 'cut'

  function cut(level: number, bytes: Uint8Array): void {
    if (level === 0 || bytes.every((byte) => byte <= SPACE)) return
    onPiece(level === FIELDS ? { type: 'field', bytes } : { type: 'entry', list, bytes })
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
