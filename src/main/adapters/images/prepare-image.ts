import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { MAX_COPY_PIXELS } from '../../../shared/models/image-limits.ts'
import type { ImagePort, PreparedImage } from '../../runtime/ports/file-ports.ts'
import { encodeCopy, type Pixels } from './encode-copy.ts'
import { isAnimatedPng, kindOfFile } from './file-kind.ts'
import { pagesOfPdf } from './pdf-pages.ts'
import { plainFile } from './plain-file.ts'
import { type ImageKind, isMislabelled, KIND_NAMES, refusalOf, shownName } from './file-words.ts'

/** A little more than 17,000 by 17,000: decoding more could take all memory. */
const MAX_INPUT_PIXELS = 300_000_000
/**
 * The most that a decoder holds at once for a file that it cannot read line by line: four bytes for each of these pixels.
 */
const MAX_HELD_BYTES = 4 * MAX_INPUT_PIXELS
const MAX_SECONDS = 60
const LOSSLESS: ReadonlySet<ImageKind> = new Set(['png', 'gif', 'tiff'])

/** Prepares images one after the other, on other threads: memory holds only one of them at a time. */
export function createImagePort(): ImagePort {
  let last: Promise<unknown> = Promise.resolve()
  return {
    prepare: (bytes, name) => {
      const next = last.then(() => prepareImage(bytes, name))
      last = next
      return next
    },
  }
}

/** Never rejects: a file that cannot be decoded is refused with a sentence. */
async function prepareImage(bytes: Uint8Array, fullName: string): Promise<PreparedImage> {
  const name = shownName(fullName)
  if (bytes.length === 0) return refused(name, `${name} is empty: there is nothing in the file.`)
  const judged = refusalOf(kindOfFile(bytes), name)
  if ('problem' in judged) {
    const { advice, kind, problem } = judged
    const plain = plainFile(kind, name)
    const pages = kind === 'pdf' ? await pagesOfPdf(bytes) : null
    return {
      ...refused(name, problem, advice),
      plain: pages === null ? plain : { ...plain, pages },
    }
  }
  try {
    return await decode(bytes, name, judged.kind)
  } catch {
    return judged.kind === 'heic'
      ? refused(
          name,
          `${name} is an HEIC photo, which Phoenix cannot open.`,
          'Save it as JPEG, then attach that.',
        )
      : refused(
          name,
          `${name} is ${KIND_NAMES[judged.kind]} image, but damaged or cut off.`,
          'Save it again, then attach that.',
        )
  }
}

async function decode(bytes: Uint8Array, name: string, kind: ImageKind): Promise<PreparedImage> {
  // Loaded with the first image, so nothing else waits for it.
  const { default: sharp } = await import('sharp')
  const open = (options: SharpOptions): Sharp => sharp(bytes, { failOn: 'error', ...options })
  const facts = await open({ limitInputPixels: false }).metadata()
  const { width, height } = facts.autoOrient
  const inputPixels = facts.width * facts.height
  if (inputPixels > MAX_INPUT_PIXELS || inputPixels * bytesOfPixel(facts) > MAX_HELD_BYTES) {
    return refused(
      name,
      `${name} has ${inWords(width, height)} pixels, more than Phoenix opens.`,
      'Make it smaller, then attach it again.',
    )
  }
  const pixels = await open({ limitInputPixels: MAX_INPUT_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize({
      width: MAX_COPY_PIXELS,
      height: MAX_COPY_PIXELS,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .timeout({ seconds: MAX_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: pixels.info.width, height: pixels.info.height }
  const openPixels = ({ data, info }: Pixels): Sharp =>
    sharp(data, { raw: { ...size, channels: info.channels } })
  const copy = await encodeCopy(openPixels, pixels, LOSSLESS.has(kind))
  if (copy === null) return refused(name, `${name} cannot be made small enough to be sent.`)
  const isSmaller = size.width < width || size.height < height
  const notice = [
    isMislabelled(name, kind) ? `Its content is ${KIND_NAMES[kind]} image.` : '',
    isAnimated(facts, bytes) ? 'Only its first frame is shown.' : '',
    isSmaller
      ? `Scaled down: ${inWords(width, height)} to ${inWords(size.width, size.height)}.`
      : '',
  ].filter((sentence) => sentence !== '')
  const { bytes: data, mediaType } = copy
  return { type: 'ready', name, copy: data, mediaType, ...size, notice: notice.join(' ') || null }
}

/**
 * Deep colours take two bytes per channel, and so do those of a progressive JPEG, because the decoder keeps all
 * coefficients.
 */
function bytesOfPixel({ channels, depth, format, isProgressive }: Metadata): number {
  const isWide = depth !== 'uchar' || (format === 'jpeg' && isProgressive)
  return channels * (isWide ? 2 : 1)
}

function isAnimated({ pages = 1, format }: Metadata, bytes: Uint8Array): boolean {
  if (format === 'png') return isAnimatedPng(bytes)
  return pages > 1 && format !== 'heif' && format !== 'tiff'
}

function refused(
  name: string,
  problem: string,
  advice = '',
): Extract<PreparedImage, { type: 'refused' }> {
  return { type: 'refused', problem, advice, name, plain: null }
}

function inWords(width: number, height: number): string {
  return `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`
}
