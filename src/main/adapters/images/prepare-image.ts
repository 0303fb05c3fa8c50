import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { MAX_COPY_PIXELS } from '../../../shared/attachment.ts'
import type { ImagePort, PreparedImage } from '../../runtime/file-ports.ts'
import { encodeCopy, type Pixels } from './encode-copy.ts'
import { kindOfFile } from './file-kind.ts'
import { type ImageKind, isMislabelled, KIND_NAMES, refusalOf, shownName } from './file-words.ts'

/** 17,000 by 17,000 and a little: decoding more than that may take the whole memory. */
const MAX_INPUT_PIXELS = 300_000_000
const MAX_SECONDS = 60
const LOSSLESS: ReadonlySet<ImageKind> = new Set(['png', 'gif', 'tiff'])

/** Prepares images one after the other, on other threads: however many come, memory holds one of them. */
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

/** Never rejects: what cannot be decoded is refused in a sentence. */
async function prepareImage(bytes: Uint8Array, fullName: string): Promise<PreparedImage> {
  const name = shownName(fullName)
  if (bytes.length === 0) return refused(`${name} is empty: there is nothing in the file.`)
  const judged = refusalOf(kindOfFile(bytes), name)
  if ('problem' in judged) return refused(judged.problem, judged.advice)
  try {
    return await decode(bytes, name, judged.kind)
  } catch {
    return judged.kind === 'heic'
      ? refused(
          `${name} is an HEIC photo, which Phoenix cannot open.`,
          'Save it as JPEG, then attach that.',
        )
      : refused(
          `${name} is ${KIND_NAMES[judged.kind]} image, but damaged or cut off.`,
          'Save it anew, then attach that.',
        )
  }
}

async function decode(bytes: Uint8Array, name: string, kind: ImageKind): Promise<PreparedImage> {
  // Loaded with the first image: nobody else waits for it.
  const { default: sharp } = await import('sharp')
  const open = (options: SharpOptions): Sharp => sharp(bytes, { failOn: 'error', ...options })
  const facts = await open({ limitInputPixels: false }).metadata()
  const { width, height } = facts.autoOrient
  if (facts.width * facts.height > MAX_INPUT_PIXELS) {
    return refused(
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
  if (copy === null) return refused(`${name} cannot be made small enough to be sent.`)
  const isSmaller = size.width < width || size.height < height
  const notice = [
    isMislabelled(name, kind) ? `By its content this is ${KIND_NAMES[kind]} image.` : '',
    isAnimated(facts) ? 'Only its first frame is attached.' : '',
    isSmaller
      ? `Made smaller: ${inWords(width, height)} to ${inWords(size.width, size.height)}.`
      : '',
  ].filter((sentence) => sentence !== '')
  const { bytes: data, mediaType } = copy
  return { type: 'ready', name, copy: data, mediaType, ...size, notice: notice.join(' ') || null }
}

function isAnimated({ pages = 1, format }: Metadata): boolean {
  return pages > 1 && format !== 'heif' && format !== 'tiff'
}

function refused(problem: string, advice = ''): PreparedImage {
  return { type: 'refused', problem, advice }
}

function inWords(width: number, height: number): string {
  return `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`
}
