import type { EndpointKind } from './endpoint.ts'

/**
 * The limits of a provider. It answers 400 or 413 to anything larger, and would do so for every later request of the
 * conversation.
 */
interface ImageLimits {
  /** The longest side of an image in pixels, and of one among many. Infinity: the provider scales images itself. */
  readonly side: number
  readonly sideOfMany: number
  /** Of one image, as base64. */
  readonly imageLength: number
  readonly imagesOfRequest: number
  readonly requestBytes: number
}

const MB = 1_000_000

/**
 * anthropic: platform.claude.com/docs/en/build-with-claude/vision, for models that read 200,000 tokens, and 5 MB as at
 * Bedrock and Vertex. openai: its guide "Images and vision"; nothing can be known about servers with lower limits: what
 * they refuse is repaired (docs/decisions/016-repairs.md). gemini: its page on images, and 100 MB in the request itself
 * since January 2026.
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
  // Their limits for requests are lower, 20 MB and 30 MB. That is no reason to restrict all others, and a refusal for
  // size is repaired.
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

/** The minimum over all providers: a copy is made once, and a conversation may continue with another provider. */
function least(of: keyof ImageLimits): number {
  return Math.min(...Object.values(LIMITS_OF_KIND).map((limits) => limits[of]))
}

/** Base64 turns 3 bytes into 4. */
function beforeBase64(length: number): number {
  return Math.floor((length * 3) / 4)
}

/** No model benefits from more: the provider scales larger images down anyway. */
const USEFUL_SIDE = 1_568

/** The longest side of a copy in pixels, and its maximum size in bytes (row 19). */
export const MAX_COPY_PIXELS = Math.min(USEFUL_SIDE, least('side'), least('sideOfMany'))
export const MAX_COPY_BYTES = beforeBase64(least('imageLength'))

/** Maximum number of images in one request. */
export const MAX_REQUEST_IMAGES = least('imagesOfRequest')

/** Maximum size of a request, with 2 MB to spare; a million tokens of text as JSON need less than the remaining room. */
export const MAX_REQUEST_BYTES = least('requestBytes') - 2 * MB
const ROOM_FOR_WORDS = 6 * MB

/** The limit for all images and documents of one request together, before base64: 18 MB. */
export const MAX_REQUEST_IMAGE_BYTES = beforeBase64(MAX_REQUEST_BYTES - ROOM_FOR_WORDS)
