import { crc32, deflateSync } from 'node:zlib'

/** Encodes each character as one byte. */
export function latin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

/** As Windows writes it, with a byte order mark. */
export function utf16(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, 'utf16le')
}

export function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const PNG_START = latin1('\u0089PNG\r\n\u001A\n')

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([latin1(type), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly depth: 1 | 8 | 16
  /** 0 grey, 2 RGB, 6 RGB with transparency. */
  readonly colour: 0 | 2 | 6
  readonly isInterlaced?: boolean
}

export function pngHeader({ width, height, depth, colour, isInterlaced }: PngHeader): Uint8Array {
  const rest = Buffer.from([depth, colour, 0, 0, isInterlaced === true ? 1 : 0])
  return pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), rest]))
}

/** Each row begins with a zero: no filter. */
export function png(
  header: Uint8Array,
  rows: Uint8Array,
  extra: readonly Uint8Array[] = [],
): Uint8Array {
  const data = pngChunk('IDAT', deflateSync(rows, { level: 1 }))
  return Buffer.concat([PNG_START, header, ...extra, data, pngChunk('IEND', latin1(''))])
}

/** All black, one bit per pixel: 12,000 by 12,000 pixels are a few kilobytes. */
export function blackPng(width: number, height: number): Uint8Array {
  const header = pngHeader({ width, height, depth: 1, colour: 0 })
  return png(header, Buffer.alloc((1 + Math.ceil(width / 8)) * height))
}

/** Green, then red, for a tenth of a second each; 8 by 8. */
export function animatedPng(): Uint8Array {
  return Buffer.concat([
    PNG_START,
    pngHeader({ width: 8, height: 8, depth: 8, colour: 2 }),
    pngChunk('acTL', Buffer.concat([uint32(2), uint32(0)])),
    frameControl(0),
    pngChunk('IDAT', frame([0, 255, 0])),
    frameControl(1),
    pngChunk('fdAT', Buffer.concat([uint32(2), frame([255, 0, 0])])),
    pngChunk('IEND', latin1('')),
  ])
}

function frame(rgb: readonly number[]): Uint8Array {
  const row = Buffer.from([0, ...Array.from({ length: 8 }, () => rgb).flat()])
  return deflateSync(Buffer.concat(Array.from({ length: 8 }, () => row)))
}

function frameControl(sequence: number): Uint8Array {
  const place = [sequence, 8, 8, 0, 0].map(uint32)
  return pngChunk('fcTL', Buffer.concat([...place, Buffer.from([0, 1, 0, 10, 0, 0])]))
}

/** 2 by 2, 24 bits, valid: any viewer opens it. */
export function bmp(): Uint8Array {
  const bytes = Buffer.alloc(54 + 16, 0x7f)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(0, 6)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(2, 18)
  bytes.writeInt32LE(2, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  bytes.fill(0, 30, 54)
  return bytes
}

/** An ISO file with these brands, and nothing that could be decoded. */
export function isoFile(...brands: readonly string[]): Uint8Array {
  const [major = '', ...others] = brands
  const names = latin1(`ftyp${major}\0\0\0\0${others.join('')}`)
  return Buffer.concat([uint32(4 + names.length), names, Buffer.alloc(200, 7)])
}

/** Claims a screen of 65,535 by 65,535 pixels; its one frame has one pixel. */
export function gifBomb(): Uint8Array {
  const screen = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b])
  return Buffer.concat([latin1('GIF89a'), screen, frame])
}

/**
 * The stored pixels of a file with this EXIF orientation, for a picture that is upright when shown. Follows the standard's
 * wording: where the first row and the first column of the stored pixels belong.
 */
export function turned(
  orientation: number,
  {
    width,
    height,
    at,
  }: { width: number; height: number; at: (x: number, y: number) => readonly number[] },
): { readonly data: Uint8Array; readonly width: number; readonly height: number } {
  const isOnSide = orientation >= 5
  const stored = isOnSide ? { width: height, height: width } : { width, height }
  const right = width - 1
  const bottom = height - 1
  const data = Buffer.alloc(width * height * 3)
  for (let row = 0; row < stored.height; row++) {
    for (let column = 0; column < stored.width; column++) {
      const [x = 0, y = 0] =
        [
          [column, row],
          [right - column, row],
          [right - column, bottom - row],
          [column, bottom - row],
          [row, column],
          [right - row, column],
          [right - row, bottom - column],
          [row, bottom - column],
        ][orientation - 1] ?? []
      data.set(at(x, y), (row * stored.width + column) * 3)
    }
  }
  return { data, ...stored }
}
