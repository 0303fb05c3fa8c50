import { plain, SHOWN, type ShownImage } from './image-matrix.fixture.ts'
import { bmp, isoFile, latin1, png, pngHeader, utf16, utf8 } from './handmade.fixture.ts'

/** A file that does not become a copy. */
export interface RefusedFile extends Pick<ShownImage, 'name' | 'make'> {
  /** The text on the card when a user attaches it; or its type, if it is accepted as a plain file. */
  readonly card: RegExp | { readonly mediaType: string; readonly isText: boolean }
  /** What an agent that reads it gets: its text, or a refusal. */
  readonly toAgent: 'text' | RegExp
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
/** A billion letters, once fully expanded. */
const BOMB = Array.from({ length: 10 }, (_, level) => {
  const inner = level === 0 ? 'x' : `&e${level - 1};`.repeat(10)
  return `<!ENTITY e${level} "${inner}">`
})

const SVG_FILE = { mediaType: 'image/svg+xml', isText: true }
const TEXT_FILE = { mediaType: 'text/plain', isText: true }
const ANY_FILE = { mediaType: 'application/octet-stream', isText: false }
const DAMAGED = /damaged or cut off\. Save it again/

const text: readonly RefusedFile[] = [
  { name: 'empty.png', make: () => utf8(''), card: /^empty\.png is empty: there is nothing/ },
  { name: 'drawing.svg', make: () => utf8(`${SVG}</svg>`), card: SVG_FILE },
  {
    name: 'drawing.png',
    make: () => utf8(`${SVG}</svg>`),
    card: SVG_FILE,
  },
  {
    name: 'script.svg',
    make: () => utf8(`${SVG}<script>alert(1)</script></svg>`),
    card: SVG_FILE,
  },
  {
    name: 'bomb.svg',
    make: () => utf8(`<!DOCTYPE svg [${BOMB.join('')}]>\n${SVG}<text>&e9;</text></svg>`),
    card: SVG_FILE,
  },
  {
    name: 'page.html',
    make: () => utf8(`<!doctype html><p>${SVG}</svg>`),
    card: { mediaType: 'text/html', isText: true },
  },
  { name: 'icon.tsx', make: () => utf8(`export const icon = ${SVG}</svg>`), card: TEXT_FILE },
  { name: 'notes.png', make: () => utf8('My notes\nof today'), card: TEXT_FILE },
  { name: 'from-windows.txt', make: () => utf16('My notes\nof today'), card: TEXT_FILE },
  { name: 'page.jpg', make: () => utf8('<!doctype html><p>404'), card: TEXT_FILE },
  { name: 'three-bytes.jpg', make: () => latin1('\u00FF\u00D8\u00FF'), card: DAMAGED },
].map((file) => ({ ...file, toAgent: 'text' }))

const FOR_AGENT = /Convert it to PNG or JPEG with bash/
const NO_IMAGE = { card: ANY_FILE, toAgent: /is not text/ }

const other: readonly RefusedFile[] = [
  {
    name: 'report.pdf',
    make: () => latin1(`%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n${'\0'.repeat(80)}`),
    card: { mediaType: 'application/pdf', isText: false },
    toAgent: /is a PDF\. Convert it to text with bash/,
  },
  {
    name: 'old.bmp',
    make: bmp,
    card: { mediaType: 'image/bmp', isText: false },
    toAgent: FOR_AGENT,
  },
  {
    name: 'phone.heic',
    make: () => isoFile('heic', 'mif1', 'heic'),
    card: /^phone\.heic is an HEIC photo.* Save it as JPEG/,
    toAgent: FOR_AGENT,
  },
  {
    name: 'phone.jpg',
    make: () => isoFile('mif1', 'heic'),
    card: /^phone\.jpg is an HEIC photo/,
    toAgent: FOR_AGENT,
  },
  {
    name: 'icons.tar',
    make: () => latin1(`icon.svg${'\0'.repeat(504)}${SVG}</svg>`),
    ...NO_IMAGE,
    card: { mediaType: 'application/x-tar', isText: false },
  },
  {
    name: 'film.mp4',
    make: () => isoFile('isom', 'isom', 'mp42'),
    ...NO_IMAGE,
    card: { mediaType: 'video/mp4', isText: false },
  },
  { name: 'icon.ico', make: () => latin1(`\0\0\u0001\0\u0001\0${'\0'.repeat(60)}`), ...NO_IMAGE },
  { name: 'layers.psd', make: () => latin1(`8BPS\0\u0001${'\0'.repeat(60)}`), ...NO_IMAGE },
  { name: 'new.jxl', make: () => latin1(`\u00FF\u000A${'\0'.repeat(60)}`), ...NO_IMAGE },
  { name: 'archive.png', make: () => latin1(`PK\u0003\u0004${'\0'.repeat(60)}`), ...NO_IMAGE },
  { name: 'ones.png', make: () => new Uint8Array(500).fill(1), ...NO_IMAGE },
]

/** The first halves of files, for each way in which a decoder reads its kind. */
const cut = SHOWN.filter(({ name }) =>
  /^(plain\.(png|jpg|webp|gif|tiff|avif)|interlaced|progressive|lossless|cmyk\.jpg|held-6)/.test(
    name,
  ),
).map(({ name, make }): RefusedFile => {
  const half = async (): Promise<Uint8Array> => {
    const bytes = await make()
    return bytes.subarray(0, Math.floor(bytes.length / 2))
  }
  return { name: `half-of-${name}`, make: half, card: DAMAGED, toAgent: FOR_AGENT }
})

/** The header of a picture that would fill the memory, followed by almost nothing. */
function bomb(side: number, more: { depth: 8 | 16; isInterlaced?: boolean }): Uint8Array {
  return png(pngHeader({ width: side, height: side, colour: 6, ...more }), new Uint8Array(9))
}

const TOO_MANY = /has [\d,]+ × [\d,]+ pixels, more than Phoenix opens\. Make it smaller/

const broken: readonly RefusedFile[] = [
  {
    name: 'headless.png',
    make: async () => (await plain(60, 40).png().toBuffer()).subarray(0, 33),
    card: DAMAGED,
  },
  {
    name: 'turned-over.png',
    make: async () => {
      const bytes = await plain(60, 40).png({ compressionLevel: 0 }).toBuffer()
      return bytes.fill(0xaa, 60, 90)
    },
    card: DAMAGED,
  },
  { name: 'no-size.png', make: () => bomb(0, { depth: 8 }), card: DAMAGED },
  { name: 'wide-bomb.png', make: () => bomb(60_000, { depth: 8 }), card: TOO_MANY },
  {
    name: 'held-bomb.png',
    make: () => bomb(17_000, { depth: 16, isInterlaced: true }),
    card: TOO_MANY,
  },
].map((file) => ({ ...file, toAgent: FOR_AGENT }))

export const REFUSED: readonly RefusedFile[] = [...text, ...other, ...cut, ...broken]
