import sharp, { type Sharp } from 'sharp'
import {
  animatedPng,
  blackPng,
  gifBomb,
  latin1,
  png,
  pngChunk,
  pngHeader,
  turned,
} from './handmade.fixture.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/** A file that becomes a copy. */
export interface ShownImage {
  readonly name: string
  readonly make: () => Promise<Uint8Array> | Uint8Array
  /** The dimensions of the copy. */
  readonly width: number
  readonly height: number
  readonly notice?: string
  /**
   * The colours in the centres of its four quarters: top left, top right, bottom left, bottom right. A single one applies to
   * all of them.
   */
  readonly colours?: readonly Rgb[]
  readonly isSeeThrough?: boolean
}

const BERRY: Rgb = [200, 30, 60]
const RED: Rgb = [255, 0, 0]
const GREEN: Rgb = [0, 255, 0]
const BLUE: Rgb = [0, 0, 255]
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const QUARTERS: readonly Rgb[] = [RED, GREEN, BLUE, WHITE]

export function plain(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const [r, g, b] = BERRY
  return sharp({ create: { width, height, channels, background: { r, g, b, alpha: 0.5 } } })
}

/** The content that compresses worst. */
export function noise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  let seed = 7
  const data = Uint8Array.from({ length: width * height * channels }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed >>> 24
  })
  return sharp(data, { raw: { width, height, channels } })
}

function quarterAt(x: number, y: number): Rgb {
  return QUARTERS[(y < 8 ? 0 : 2) + (x < 16 ? 0 : 1)] ?? BLACK
}

/** 32 by 16 when upright, each quarter in a different colour. */
function quarters(orientation: number): Sharp {
  const { data, ...size } = turned(orientation, { width: 32, height: 16, at: quarterAt })
  return sharp(data, { raw: { ...size, channels: 3 } }).withMetadata({ orientation })
}

async function frames(): Promise<Sharp> {
  const each = [plain(40, 40), noise(40, 40)].map((frame) => frame.png().toBuffer())
  return sharp(await Promise.all(each), { join: { animated: true } })
}

async function pages(): Promise<Sharp> {
  return sharp(await (await frames()).tiff().toBuffer(), { animated: true })
}

const GPS = {
  IFD0: { Artist: 'A person' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E' },
}
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Somewhere at home</rdf></x:xmpmeta>'

function withChunks(...chunks: readonly Uint8Array[]): Uint8Array {
  const header = pngHeader({ width: 8, height: 8, depth: 8, colour: 2 })
  const row = Buffer.from([0, ...Array.from({ length: 8 }, () => BERRY).flat()])
  return png(header, Buffer.concat(Array.from({ length: 8 }, () => row)), chunks)
}

/** The same plain picture in every format that a file can have. */
const FORMS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'plain.png': (image) => image.png(),
  'palette.png': (image) => image.png({ palette: true }),
  'sixteen-bits.png': (image) => image.toColourspace('rgb16').png(),
  'interlaced.png': (image) => image.png({ progressive: true }),
  'plain.jpg': (image) => image.jpeg(),
  'progressive.jpg': (image) => image.jpeg({ progressive: true }),
  'plain.webp': (image) => image.webp(),
  'lossless.webp': (image) => image.webp({ lossless: true }),
  'plain.gif': (image) => image.gif(),
  'plain.avif': (image) => image.avif(),
  'plain.tiff': (image) => image.tiff(),
  'squeezed.tiff': (image) => image.tiff({ compression: 'deflate' }),
  'profile-p3.png': (image) => image.withIccProfile('p3').png(),
}

const inForms = Object.entries(FORMS).map(([name, form]): ShownImage => {
  const make = (): Promise<Uint8Array> => form(plain(60, 40)).toBuffer()
  return { name, make, width: 60, height: 40, colours: [BERRY] }
})

/** As close as ink gets to it. */
const INKED: Rgb = [198, 9, 41]

const inInk = [
  { name: 'cmyk.jpg', make: () => plain(60, 40).toColourspace('cmyk').jpeg().toBuffer() },
  { name: 'cmyk.tiff', make: () => plain(60, 40).toColourspace('cmyk').tiff().toBuffer() },
].map((image): ShownImage => ({ ...image, width: 60, height: 40, colours: [INKED] }))

const inOrientations = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation): ShownImage => {
  const jpeg = { quality: 100, chromaSubsampling: '4:4:4' }
  const make = (): Promise<Uint8Array> => quarters(orientation).jpeg(jpeg).toBuffer()
  return { name: `held-${orientation}.jpg`, make, width: 32, height: 16, colours: QUARTERS }
})

const seeThrough: readonly ShownImage[] = [
  { name: 'glass.png', make: () => plain(60, 40, 4).png().toBuffer(), width: 60, height: 40 },
  { name: 'glass.webp', make: () => plain(60, 40, 4).webp().toBuffer(), width: 60, height: 40 },
  { name: 'glass.avif', make: () => plain(60, 40, 4).avif().toBuffer(), width: 60, height: 40 },
  {
    name: 'glass-noise.png',
    make: () => noise(1_000, 1_000, 4).png({ compressionLevel: 1 }).toBuffer(),
    width: 1_000,
    height: 1_000,
  },
].map((image) => ({ ...image, isSeeThrough: true }))

const FIRST_FRAME = 'Only its first frame is shown.'

const moving: readonly ShownImage[] = [
  { name: 'dance.gif', make: async () => (await frames()).gif({ delay: [9, 9] }).toBuffer() },
  { name: 'dance.webp', make: async () => (await frames()).webp({ delay: [9, 9] }).toBuffer() },
].map((image) => ({ ...image, width: 40, height: 40, notice: FIRST_FRAME, colours: [BERRY] }))

const large: readonly ShownImage[] = [
  {
    name: 'huge.png',
    make: () => blackPng(12_000, 12_000),
    width: 1_568,
    height: 1_568,
    notice: 'Scaled down: 12,000 × 12,000 to 1,568 × 1,568.',
    colours: [BLACK],
  },
  {
    name: 'wall.jpg',
    make: () => plain(12_000, 3_000).jpeg().toBuffer(),
    width: 1_568,
    height: 392,
    notice: 'Scaled down: 12,000 × 3,000 to 1,568 × 392.',
    colours: [BERRY],
  },
  {
    name: 'thread.png',
    make: () => blackPng(1, 12_000),
    width: 1,
    height: 1_568,
    notice: 'Scaled down: 1 × 12,000 to 1 × 1,568.',
  },
  {
    name: 'line.jpg',
    make: () => plain(12_000, 1).jpeg().toBuffer(),
    width: 1_568,
    height: 1,
    notice: 'Scaled down: 12,000 × 1 to 1,568 × 1.',
  },
  {
    name: 'photo.jpg',
    make: () => noise(1_600, 1_000).jpeg().toBuffer(),
    width: 1_568,
    height: 980,
    notice: 'Scaled down: 1,600 × 1,000 to 1,568 × 980.',
  },
  {
    name: 'noise.png',
    make: () => noise(900, 900).png().toBuffer(),
    width: 900,
    height: 900,
  },
  {
    name: 'one-too-wide.png',
    make: () => blackPng(1_569, 20),
    width: 1_568,
    height: 20,
    notice: 'Scaled down: 1,569 × 20 to 1,568 × 20.',
  },
  { name: 'dot.png', make: () => plain(1, 1).png().toBuffer(), width: 1, height: 1 },
]

const small = { width: 8, height: 8, colours: [BERRY] }

const odd: readonly ShownImage[] = [
  { ...small, name: 'dance.png', make: animatedPng, notice: FIRST_FRAME, colours: [GREEN] },
  {
    name: 'grey.png',
    make: () => plain(60, 40).greyscale().png().toBuffer(),
    width: 60,
    height: 40,
  },
  {
    name: 'grey.jpg',
    make: () => plain(60, 40).greyscale().jpeg().toBuffer(),
    width: 60,
    height: 40,
  },
  {
    name: 'pages.tiff',
    make: async () => (await pages()).tiff().toBuffer(),
    width: 40,
    height: 40,
    colours: [BERRY],
  },
  {
    ...small,
    name: 'where-taken.jpg',
    make: () => plain(8, 8).jpeg().withExif(GPS).withXmp(XMP).toBuffer(),
  },
  {
    ...small,
    name: 'with-words.png',
    make: () => withChunks(pngChunk('tEXt', latin1('Comment\0Somewhere at home'))),
  },
  {
    ...small,
    name: 'profile-damaged.png',
    make: () => withChunks(pngChunk('iCCP', latin1('p\0\0nothing of the kind'))),
  },
  {
    ...small,
    name: 'with-a-tail.jpg',
    make: async () =>
      Buffer.concat([
        await plain(8, 8).jpeg().toBuffer(),
        latin1(`PK\u0003\u0004${'x'.repeat(400)}`),
      ]),
  },
  {
    ...small,
    name: 'photo.png',
    make: () => plain(8, 8).jpeg().toBuffer(),
    notice: 'Its content is a JPEG image.',
  },
  {
    ...small,
    name: 'notes.txt',
    make: () => plain(8, 8).png().toBuffer(),
    notice: 'Its content is a PNG image.',
  },
  { name: 'screen-bomb.gif', make: gifBomb, width: 1, height: 1, colours: [BLACK] },
  { ...small, name: 'no ending', make: () => plain(8, 8).webp().toBuffer() },
]

export const SHOWN: readonly ShownImage[] = [
  ...inForms,
  ...inInk,
  ...inOrientations,
  ...seeThrough,
  ...moving,
  ...large,
  ...odd,
]
