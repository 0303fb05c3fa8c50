import { isJson, type Json } from '../json.ts'

const MAX_BASE64_LENGTH = 5_242_880
const MAX_PIXELS = 8000
const MAX_PIXELS_OF_MANY = 2000
const MANY_IMAGES = 20
const MAX_IMAGES = 100
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

interface Facts {
  readonly mediaType: string
  readonly width: number
  readonly height: number
}

/** Checks an image's source as the API does: its actual type, size and pixels. */
export function checkImage({ source }: Json, where: string): string | null {
  const place = `${where}.image.source`
  if (!isJson(source)) return `${place}: Field required`
  if (source['type'] !== 'base64') return `${place}.type: this server knows base64 only`
  const { media_type: mediaType, data } = source
  if (typeof data !== 'string' || data === '') return `${place}.base64.data: Field required`
  if (data.length > MAX_BASE64_LENGTH) {
    return `${place}.base64: image exceeds 5 MB maximum: ${data.length} bytes > ${MAX_BASE64_LENGTH} bytes`
  }
  if (!BASE64.test(data)) return `${place}.base64.data: invalid base64 data`
  const facts = factsOf(Buffer.from(data, 'base64'))
  if (facts === null) return `${place}: Could not process image`
  if (facts.mediaType !== mediaType) {
    return `${place}: The image was specified using the ${String(mediaType)} media type, but appears to be ${facts.mediaType}`
  }
  return Math.max(facts.width, facts.height) > MAX_PIXELS
    ? `${place}: At least one of the image dimensions exceed max allowed size: ${MAX_PIXELS} pixels`
    : null
}

/** The limits on the images of a whole request. */
export function checkImages(messages: readonly unknown[]): string | null {
  const images = messages.flatMap((message) => {
    const content = isJson(message) ? message['content'] : null
    return Array.isArray(content) ? content.filter(isJson).flatMap(withinResult) : []
  })
  const sources = images.flatMap(({ type, source }) =>
    type === 'image' && isJson(source) ? [String(source['data'])] : [],
  )
  if (sources.length > MAX_IMAGES) return `messages: ${sources.length} images > ${MAX_IMAGES}`
  if (sources.length <= MANY_IMAGES) return null
  const isLarge = sources.some((data) => {
    const facts = factsOf(Buffer.from(data, 'base64'))
    return facts !== null && Math.max(facts.width, facts.height) > MAX_PIXELS_OF_MANY
  })
  return isLarge
    ? `messages: image dimensions exceed max allowed size for many-image requests: ${MAX_PIXELS_OF_MANY} pixels`
    : null
}

/** Returns the block, or the parts of a result. */
function withinResult(block: Json): readonly Json[] {
  const { type, content } = block
  return type === 'tool_result' && Array.isArray(content) ? content.filter(isJson) : [block]
}

/** Reads the file's own header; null if it is not a format that the API reads. */
function factsOf(bytes: Buffer): Facts | null {
  const head = bytes.toString('latin1', 0, 32)
  try {
    if (head.startsWith('\u0089PNG')) {
      return facts('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
    }
    if (head.startsWith('GIF8')) {
      return facts('image/gif', bytes.readUInt16LE(6), bytes.readUInt16LE(8))
    }
    if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return factsOfWebp(bytes, head)
    return head.startsWith('\u00FF\u00D8\u00FF') ? factsOfJpeg(bytes) : null
  } catch {
    return null
  }
}

function facts(mediaType: string, width: number, height: number): Facts | null {
  return width > 0 && height > 0 ? { mediaType, width, height } : null
}

function factsOfWebp(bytes: Buffer, head: string): Facts | null {
  switch (head.slice(12, 16)) {
    case 'VP8X':
      return facts('image/webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return facts('image/webp', (bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1)
    }
    case 'VP8 ':
      return facts('image/webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    default:
      return null
  }
}

/** Walks the segments to the one that starts the frame. */
function factsOfJpeg(bytes: Buffer): Facts | null {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1)
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (startsFrame) {
      return facts('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    }
  }
  return null
}
