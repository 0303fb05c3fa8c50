import type { EndpointKind } from './endpoint.ts'

/** What a provider takes; it answers 400 or 413 to more, and would to every later request of the conversation. */
interface ImageLimits {
  /** The longest side of an image in pixels, and of one of many. Infinity: the provider makes them smaller itself. */
  readonly side: number
  readonly sideOfMany: number
  /** Of one image, in base64. */
  readonly imageLength: number
  readonly imagesOfRequest: number
  readonly requestBytes: number
}

const MB = 1_000_000

/**
 * anthropic: platform.claude.com/docs/en/build-with-claude/vision, for models that read 200,000 tokens, and 5 MB as Bedrock
 * and Vertex have it. openai: its guide "Images and vision"; of servers that take less nothing can be known beforehand:
 * what they refuse is mended (docs/decisions/016-repairs.md). gemini: its page on images, and 100 MB in the request
 * itself since January 2026.
 */
const OF_OPENAI: ImageLimits = {
  side: Infinity,
  sideOfMany: Infinity,
  imageLength: 20 * MB,
  imagesOfRequest: 500,
  requestBytes: 50 * MB,
}
const OF_CLAUDE: ImageLimits = {
  side: 8_000,
  sideOfMany: 2_000,
  imageLength: 5 * 1024 * 1024,
  imagesOfRequest: 100,
  requestBytes: 32 * MB,
}
const LIMITS_OF_KIND: Readonly<Record<EndpointKind, ImageLimits>> = {
  anthropic: OF_CLAUDE,
  // Of a request they take less, 20 MB and 30 MB: that is no reason to show all others less, and a refusal for size is mended.
  bedrock: OF_CLAUDE,
  vertex: OF_CLAUDE,
  openai: OF_OPENAI,
  responses: OF_OPENAI,
  gemini: {
    side: Infinity,
    sideOfMany: Infinity,
    imageLength: 20 * MB,
    imagesOfRequest: 3_600,
    requestBytes: 100 * MB,
  },
}

/** The least that any takes: a copy is made once, and a conversation may go on with another provider. */
function least(of: keyof ImageLimits): number {
  return Math.min(...Object.values(LIMITS_OF_KIND).map((limits) => limits[of]))
}

/** Base64 makes 4 bytes of 3. */
function beforeBase64(length: number): number {
  return Math.floor((length * 3) / 4)
}

/** What no model sees more of: larger images are made smaller by the provider anyway. */
const USEFUL_SIDE = 1_568

/** The longest side of a copy in pixels, and its most bytes (row 19). */
export const MAX_COPY_PIXELS = Math.min(USEFUL_SIDE, least('side'), least('sideOfMany'))
export const MAX_COPY_BYTES = beforeBase64(least('imageLength'))

/** How many images one request holds. */
export const MAX_REQUEST_IMAGES = least('imagesOfRequest')

/** The largest request, with 2 MB to spare; the words of a million tokens, as JSON, are less than the room for them. */
export const MAX_REQUEST_BYTES = least('requestBytes') - 2 * MB
const ROOM_FOR_WORDS = 6 * MB

/** What all images and documents of one request may be together, before base64: 18 MB. */
export const MAX_REQUEST_IMAGE_BYTES = beforeBase64(MAX_REQUEST_BYTES - ROOM_FOR_WORDS)
