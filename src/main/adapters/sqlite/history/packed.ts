import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { DICTIONARY_1 } from './dictionary.ts'

/** A text in a row: plain or packed. The first byte of a packed text gives its form. */
export type Packed = string | Uint8Array

/** The form for deflate with the first dictionary. */
const DEFLATE_1 = 1
const dictionary = Buffer.from(DICTIONARY_1)
/**
 * Texts up to this length fit into the window and the buffer of `FOR_SHORT` (bytes), which take much less time to set up.
 */
const SHORT = 2_048
const FOR_SHORT = { windowBits: 12, memLevel: 5, chunkSize: SHORT }
/** Longer than any text of the history: unpacking a damaged row stops here (bytes). */
const LONGEST = 256 * 1024 * 1024
/** The initial buffer for unpacking, enough for most texts. Node's own 16 KB take twice the time (bytes). */
const SMALLEST_BUFFER = 1024
const SWELLS = 4

/**
 * Packs a text into as few bytes as possible: one that does not shrink, or is shorter than `shortest` (UTF-16 units), stays
 * plain.
 */
export function packText(text: string, shortest: number): Packed {
  if (text.length < shortest) return text
  const bytes = Buffer.from(text)
  const options = bytes.length > SHORT ? {} : FOR_SHORT
  const packed = deflateRawSync(bytes, { dictionary, ...options })
  return packed.length + 1 < bytes.length ? Buffer.concat([Uint8Array.of(DEFLATE_1), packed]) : text
}

/** Throws if it is not a packed text, or is longer than `longest` (bytes). */
export function unpackText(packed: Packed, longest = LONGEST): string {
  if (typeof packed === 'string') return packed
  if (packed[0] !== DEFLATE_1) throw new Error(`a text is packed in form ${packed[0] ?? 'none'}`)
  return inflateRawSync(packed.subarray(1), {
    dictionary,
    maxOutputLength: longest,
    chunkSize: Math.max(SMALLEST_BUFFER, packed.length * SWELLS),
  }).toString()
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UUID_BYTES = 16
/** The id of a step's entry: the id of its input, and a number. */
const OF_STEP = /^(.{36})\.r(\d{1,2})$/

/** Packs the id of a log row: a UUID as its 16 bytes, that of an entry followed by its number, any other unchanged. */
export function packId(id: string): Packed {
  if (UUID.test(id)) return Buffer.from(id.replaceAll('-', ''), 'hex')
  const [, uuid = '', entry = ''] = OF_STEP.exec(id) ?? []
  if (!UUID.test(uuid) || entry !== String(Number(entry))) return id
  return Buffer.concat([Buffer.from(uuid.replaceAll('-', ''), 'hex'), Uint8Array.of(Number(entry))])
}

export function unpackId(packed: Packed): string {
  if (typeof packed === 'string') return packed
  const hex = Buffer.from(packed.subarray(0, UUID_BYTES)).toString('hex')
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const entry = packed[UUID_BYTES]
  return entry === undefined ? uuid : `${uuid}.r${entry}`
}
