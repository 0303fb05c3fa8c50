import type { OutputInfo, Sharp, WebpOptions } from 'sharp'
import type { ImageType } from '../../../shared/messages/attachment.ts'
import { MAX_COPY_BYTES } from '../../../shared/models/image-limits.ts'

/** A lossless copy larger than this is not worth its size. */
const MAX_LOSSLESS_BYTES = 1_500_000
const QUALITIES = [90, 80, 65, 45, 25]

/** Decoded pixels, small enough to be sent: 8 bits, sRGB. */
export interface Pixels {
  readonly data: Uint8Array
  readonly info: OutputInfo
}

export interface Encoded {
  readonly bytes: Uint8Array
  readonly mediaType: ImageType
}

/**
 * PNG keeps lines and letters sharp if the file is small; larger images become JPEG, or WebP if they are transparent, in the
 * best quality that fits. Null if none fits.
 */
export async function encodeCopy(
  open: (pixels: Pixels) => Sharp,
  pixels: Pixels,
  isLossless: boolean,
): Promise<Encoded | null> {
  const hasAlpha = pixels.info.channels === 2 || pixels.info.channels === 4
  if (isLossless || hasAlpha) {
    const bytes = await open(pixels).png().toBuffer()
    if (bytes.length <= MAX_LOSSLESS_BYTES) return { bytes, mediaType: 'image/png' }
  }
  for (const quality of QUALITIES) {
    const image = open(pixels)
    const bytes = await (hasAlpha ? image.webp(webp(quality)) : image.jpeg({ quality })).toBuffer()
    const mediaType = hasAlpha ? 'image/webp' : 'image/jpeg'
    if (bytes.length <= MAX_COPY_BYTES) return { bytes, mediaType }
  }
  return null
}

/** More effort takes twice the time, while the user waits, and gains almost nothing. */
function webp(quality: number): WebpOptions {
  return { quality, alphaQuality: quality, effort: 1 }
}
