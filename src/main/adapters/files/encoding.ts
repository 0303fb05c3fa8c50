import { isAscii, isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { assertNever } from '../../../shared/assert-never.ts'
import { markedCharset, markedForm } from '../../../shared/byte-order-mark.ts'
import { incompleteTail } from '../processes/output/whole-characters.ts'

export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1'

/** The encoding of a text file. `bom`: the bytes of its byte order mark, which are not text. */
export interface TextForm {
  readonly encoding: Encoding
  readonly bom: Uint8Array
}

const UTF32 = Buffer.from([0xff, 0xfe, 0, 0])
const NO_MARK = Buffer.alloc(0)
/** A file with a larger share of control characters is not text. */
const MAX_CONTROL_SHARE = 0.1
const LOOKED_AT_BYTES = 64 * 1024

/** Determines the form from the beginning of a file, or from all of it; null if it is not text. */
export function formOf(start: Buffer, isWhole: boolean): TextForm | null {
  if (start.subarray(0, 4).equals(UTF32)) return null
  const marked = markedForm(start)
  if (marked !== null) return marked
  if (start.includes(0) || isMostlyControl(start)) return null
  const cut = start.subarray(0, start.length - incompleteTail(start))
  // At the end of a file, only other UTF-8 before it tells that a character is incomplete.
  const isUtf = isUtf8(start) || (isUtf8(cut) && !(isWhole && isAscii(cut)))
  return { encoding: isUtf ? 'utf8' : 'latin1', bom: NO_MARK }
}

/** The text of a file that should be UTF-8, or is what the byte order mark of an editor or a shell tells. */
export function textOf(bytes: Buffer): string {
  return new TextDecoder(markedCharset(bytes) ?? 'utf-8').decode(bytes)
}

function isMostlyControl(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, LOOKED_AT_BYTES)
  let count = 0
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) count += 1
  }
  return count > length * MAX_CONTROL_SHARE
}

/** Decodes chunks without splitting a character. */
export interface Decoder {
  write(bytes: Buffer): string
  end(): string
}

export function decoderOf(encoding: Encoding): Decoder {
  if (encoding !== 'utf16be') return new StringDecoder(encoding)
  const decoder = new StringDecoder('utf16le')
  let odd: Buffer = NO_MARK
  return {
    write(bytes) {
      const all = Buffer.concat([odd, bytes])
      const even = all.length - (all.length % 2)
      odd = all.subarray(even)
      return decoder.write(all.subarray(0, even).swap16())
    },
    end: () => decoder.end(),
  }
}

/** Decodes a whole file; null if writing the text back would not give the same bytes. */
export function decodeWhole(bytes: Buffer, { encoding, bom }: TextForm): string | null {
  const decoder = decoderOf(encoding)
  const text = decoder.write(Buffer.from(bytes.subarray(bom.length))) + decoder.end()
  return encodeWhole(text, { encoding, bom })?.equals(bytes) === true ? text : null
}

/** Null if the encoding cannot represent one of the characters. */
export function encodeWhole(text: string, { encoding, bom }: TextForm): Buffer | null {
  switch (encoding) {
    case 'utf8':
      return text.isWellFormed() ? Buffer.concat([bom, Buffer.from(text)]) : null
    case 'utf16le':
      return Buffer.concat([bom, Buffer.from(text, 'utf16le')])
    case 'utf16be':
      return Buffer.concat([bom, Buffer.from(text, 'utf16le').swap16()])
    case 'latin1':
      return /[\u0100-\uFFFF]/.test(text) ? null : Buffer.concat([bom, Buffer.from(text, 'latin1')])
    default:
      return assertNever(encoding)
  }
}

export function nameOfEncoding(encoding: Encoding): string {
  return { utf8: 'UTF-8', utf16le: 'UTF-16', utf16be: 'UTF-16', latin1: 'Latin-1' }[encoding]
}
