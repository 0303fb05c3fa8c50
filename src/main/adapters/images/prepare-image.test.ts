import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { MAX_COPY_BYTES, MAX_COPY_PIXELS } from '../../../shared/attachment.ts'
import type { PreparedImage } from '../../runtime/file-ports.ts'
import { createImagePort } from './prepare-image.ts'

const port = createImagePort()
type Ready = Extract<PreparedImage, { type: 'ready' }>

async function readyOf(bytes: Uint8Array, name: string): Promise<Ready> {
  const prepared = await port.prepare(bytes, name)
  if (prepared.type === 'refused') throw new Error(prepared.problem)
  return prepared
}

async function reasonOf(bytes: Uint8Array, name: string): Promise<string> {
  const prepared = await port.prepare(bytes, name)
  return prepared.type === 'refused'
    ? `${prepared.problem} ${prepared.advice}`.trimEnd()
    : 'it was taken'
}

function plain(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const background = { r: 200, g: 30, b: 60, alpha: 0.5 }
  return sharp({ create: { width, height, channels, background } })
}

/** What compresses worst. */
function noise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  let seed = 7
  const data = Uint8Array.from({ length: width * height * channels }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed >>> 24
  })
  return sharp(data, { raw: { width, height, channels } })
}

/** What every copy must be, whatever it was made of (reliability.md, row 19). */
async function expectWithinLimits(copy: Ready): Promise<void> {
  const facts = await sharp(copy.copy).metadata()
  expect(`image/${facts.format}`).toBe(copy.mediaType)
  expect([facts.width, facts.height]).toEqual([copy.width, copy.height])
  expect(Math.max(copy.width, copy.height)).toBeLessThanOrEqual(MAX_COPY_PIXELS)
  expect(copy.copy.length).toBeLessThanOrEqual(MAX_COPY_BYTES)
  expect(facts.space).toBe('srgb')
  expect([facts.exif, facts.icc, facts.pages]).toEqual([undefined, undefined, undefined])
}

const taken: readonly (readonly [name: string, make: () => Sharp])[] = [
  ['plain.png', () => plain(300, 200).png()],
  ['palette.png', () => plain(300, 200).png({ palette: true })],
  ['sixteen.png', () => plain(300, 200).toColourspace('rgb16').png()],
  ['grey.png', () => plain(300, 200).greyscale().png()],
  ['interlaced.png', () => plain(300, 200).png({ progressive: true })],
  ['glass.png', () => plain(300, 200, 4).png()],
  ['photo.jpg', () => noise(3000, 2000).jpeg()],
  ['progressive.jpg', () => plain(300, 200).jpeg({ progressive: true })],
  ['cmyk.jpg', () => plain(300, 200).toColourspace('cmyk').jpeg()],
  ['noise.png', () => noise(2000, 2000).png()],
  ['glass-noise.png', () => noise(2000, 2000, 4).png()],
  ['plain.webp', () => plain(300, 200).webp()],
  ['glass.webp', () => plain(300, 200, 4).webp({ lossless: true })],
  ['plain.gif', () => plain(300, 200).gif()],
  ['plain.avif', () => plain(300, 200).avif()],
  ['plain.tiff', () => plain(300, 200).tiff()],
  ['cmyk.tiff', () => plain(300, 200).toColourspace('cmyk').tiff()],
  ['wide.png', () => plain(12_000, 10).png()],
  ['dot.png', () => plain(1, 1).png()],
]

describe('row 19: images never poison', () => {
  // covers REQ-BED-013.2b
  test.each(taken)('%s becomes a copy within all limits', async (name, make) => {
    await expectWithinLimits(await readyOf(await make().toBuffer(), name))
  })

  // covers REQ-BED-013.2b
  test('12,000 by 12,000 pixels become a copy of 1568 by 1568, and the notice says so', async () => {
    const ready = await readyOf(await plain(12_000, 12_000).png().toBuffer(), 'huge.png')
    await expectWithinLimits(ready)
    expect(ready).toMatchObject({ width: 1568, height: 1568 })
    expect(ready.notice).toBe('Made smaller: 12,000 × 12,000 to 1,568 × 1,568.')
  })

  test('more pixels than memory is safe for are refused by the header alone', async () => {
    const bytes = await plain(16, 16).png().toBuffer()
    bytes.writeUInt32BE(60_000, 16)
    bytes.writeUInt32BE(60_000, 20)
    expect(await reasonOf(bytes, 'bomb.png')).toMatch(/^bomb\.png (has 60,000|is a PNG image, but)/)
  })

  test('a photo stands as it was held', async () => {
    const bytes = await plain(300, 200).jpeg().withExif({}).toBuffer()
    const turned = await sharp(bytes).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await readyOf(turned, 'held.jpg')).toMatchObject({ width: 200, height: 300 })
  })

  test('of an animation the first frame is taken, and the notice says so', async () => {
    const frames = [plain(40, 40), noise(40, 40)].map((frame) => frame.png().toBuffer())
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer()
    const ready = await readyOf(gif, 'dance.gif')
    await expectWithinLimits(ready)
    expect(ready).toMatchObject({ height: 40, notice: 'Only its first frame is attached.' })
  })

  test('what one can see through stays so', async () => {
    for (const make of [plain(50, 50, 4), noise(1500, 1500, 4)]) {
      const { copy } = await readyOf(await make.png().toBuffer(), 'glass.png')
      expect((await sharp(copy).metadata()).hasAlpha).toBe(true)
    }
  })

  test('the type comes from the bytes: a name that says another is told', async () => {
    const ready = await readyOf(await plain(30, 30).jpeg().toBuffer(), 'photo.png')
    expect(ready).toMatchObject({ mediaType: 'image/jpeg' })
    expect(ready.notice).toBe('By its content this is a JPEG image.')
  })
})

const SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

describe('what is no image gets a sentence', () => {
  test.each([
    ['nothing.png', new Uint8Array(), 'nothing.png is empty: there is nothing in the file.'],
    ['drawing.svg', text(SVG), /^drawing\.svg is an SVG drawing, .* Export it as PNG/],
    ['drawing.png', text(SVG), /^drawing\.png is an SVG drawing/],
    ['report.pdf', text('%PDF-1.7\n'), /^report\.pdf is a PDF\./],
    ['notes.png', text('My notes\nof today'), /^notes\.png holds text and no image\./],
    ['old.bmp', text('BM\0\0\0\0'), /^old\.bmp is a BMP image/],
    ['phone.heic', text('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), /^phone\.heic is an HEIC photo/],
    ['film.mp4', text('\0\0\0\u0018ftypisom\0\0\0\0isommp42'), /is not an image that Phoenix/],
    ['blob.png', new Uint8Array(500).fill(1), /^blob\.png is not an image that Phoenix can open/],
  ])('%s', async (name, bytes, reason) => {
    expect(await reasonOf(bytes, name)).toMatch(reason)
  })

  test.each(taken.filter(([name]) => !/dot|avif/.test(name)))(
    '%s, cut off in the middle, is refused',
    async (name, make) => {
      const bytes = await make().toBuffer()
      const reason = await reasonOf(bytes.subarray(0, Math.floor(bytes.length / 2)), name)
      expect(reason).toMatch(/damaged or cut off\. Save it anew/)
    },
  )

  test('bytes turned over at random end in a copy within limits or in a sentence', async () => {
    const makes = [
      plain(64, 64).png(),
      noise(64, 64).jpeg(),
      noise(64, 64).webp(),
      noise(64, 64).gif(),
    ]
    let seed = 3
    for (const make of makes) {
      const bytes = await make.toBuffer()
      for (let round = 0; round < 25; round++) {
        const broken = Uint8Array.from(bytes)
        for (let turn = 0; turn < 4; turn++) {
          seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
          broken[seed % broken.length] = seed >>> 24
        }
        const prepared = await port.prepare(broken, 'broken.png')
        if (prepared.type === 'ready') await expectWithinLimits(prepared)
        else expect(prepared.problem).toMatch(/^broken\.png .*\.$/)
      }
    }
  })

  test('a name is shown as the last part of a path, on one line, at most 255 long', async () => {
    const bytes = await plain(2, 2).png().toBuffer()
    expect((await readyOf(bytes, 'C:\\a\\b/ca\nt\u202E.png')).name).toBe('ca t .png')
    expect((await readyOf(bytes, `${'x'.repeat(400)}.png`)).name).toHaveLength(255)
    expect((await readyOf(bytes, '')).name).toBe('image')
  })
})
