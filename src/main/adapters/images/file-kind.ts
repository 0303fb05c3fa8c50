import { markedCharset } from '../../../shared/byte-order-mark.ts'

/** The kind of a file, from its first bytes; its name is only a claim. */
export type FileKind =
  | 'png'
  | 'jpeg'
  | 'webp'
  | 'gif'
  | 'avif'
  | 'tiff'
  | 'heic'
  | 'bmp'
  | 'svg'
  | 'pdf'
  | 'text'
  | 'unknown'

const HEIC_BRANDS: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
])
const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis'])
const HEAD_BYTES = 4096

export function kindOfFile(bytes: Uint8Array): FileKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length))
  const text = head.toString('latin1')
  if (text.startsWith('\u0089PNG\r\n\u001A\n')) return 'png'
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.startsWith('ftyp', 4)) return kindOfBrands(text)
  if (text.startsWith('BM')) return 'bmp'
  if (text.startsWith('%PDF-')) return 'pdf'
  return kindOfText(head, text)
}

/** An ISO file names its brands in its first box: the major one, a version, compatible ones. */
function kindOfBrands(text: string): FileKind {
  const brands = [text.slice(8, 12), ...(text.slice(16, 64).match(/[\s\S]{4}/g) ?? [])]
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : 'unknown'
}

/** True for an animated PNG, which decoders treat as a still picture: its frames are announced before the first. */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

function kindOfText(head: Buffer, text: string): FileKind {
  if (isDrawing(text)) return 'svg'
  const decoder = new TextDecoder(markedCharset(head) ?? 'utf-8', { ignoreBOM: true })
  // A streaming decoder holds back a character that the end of the head has split.
  const words = decoder.decode(head, { stream: true })
  const isText = words !== '' && !words.includes('\uFFFD') && !CONTROL.test(words)
  return isText ? 'text' : 'unknown'
}

/** True for markup whose first element is a drawing; many other texts contain one. */
function isDrawing(text: string): boolean {
  const first = /<[a-z][^\s/>]*/i.exec(text)?.[0]
  return /^(?:\u00EF\u00BB\u00BF)?\s*</.test(text) && first?.toLowerCase() === '<svg'
}

const CONTROL = /(?![\t\n\f\r])\p{Cc}/u
