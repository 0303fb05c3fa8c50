import { type AttachedFile, filesOf, imagesOf } from '../../../shared/messages/attachment.ts'
import { MAX_REQUEST_IMAGE_BYTES, MAX_REQUEST_IMAGES } from '../../../shared/models/image-limits.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import type {
  RequestBlock,
  RequestImage,
  RequestMedia,
  RequestMessage,
  RequestText,
} from './model-request.ts'

type UserContent = Extract<MessageContent, { type: 'user' }>

/**
 * Omits the oldest images and documents if a conversation has more of them than a request may contain. What is omitted
 * depends only on what came before. When the budget is reached, half of it is freed at once, so requests keep their
 * cached beginning for many images instead of losing it with each one.
 */
export class ImageBudget {
  readonly #most: Held
  #held: RequestMedia[] = []
  #sum: Held = NOTHING

  /** `pages`: the total number of document pages that the model accepts. */
  constructor(pages = Infinity) {
    this.#most = { images: MAX_REQUEST_IMAGES, bytes: MAX_REQUEST_IMAGE_BYTES, pages }
  }

  /** Adds one, and returns those that are omitted from now on. */
  add(media: RequestMedia): ReadonlySet<RequestMedia> {
    this.#held.push(media)
    this.#sum = plus(this.#sum, held(media), 1)
    return new Set(isOver(this.#sum, this.#most, 1) ? this.#freeHalf() : [])
  }

  /** Omits everything so far; what follows has the whole budget. */
  dropAll(): ReadonlySet<RequestMedia> {
    const dropped = new Set(this.#held)
    this.#held = []
    this.#sum = NOTHING
    return dropped
  }

  #freeHalf(): readonly RequestMedia[] {
    const freed: RequestMedia[] = []
    while (this.#held.length > 1 && isOver(this.#sum, this.#most, 0.5)) {
      const oldest = this.#held.shift()
      if (oldest === undefined) break
      this.#sum = plus(this.#sum, held(oldest), -1)
      freed.push(oldest)
    }
    return freed
  }
}

interface Held {
  readonly images: number
  readonly bytes: number
  readonly pages: number
}

const NOTHING: Held = { images: 0, bytes: 0, pages: 0 }

function held(media: RequestMedia): Held {
  const { bytes } = media
  return media.type === 'image'
    ? { images: 1, bytes, pages: 0 }
    : { images: 0, bytes, pages: media.pages }
}

function plus(one: Held, other: Held, times: 1 | -1): Held {
  return {
    images: one.images + times * other.images,
    bytes: one.bytes + times * other.bytes,
    pages: one.pages + times * other.pages,
  }
}

function isOver(sum: Held, most: Held, part: number): boolean {
  return (
    sum.images > most.images * part ||
    sum.bytes > most.bytes * part ||
    sum.pages > most.pages * part
  )
}

type LeftOut = ReadonlySet<RequestMedia>

/** Reasons for omitting an image or a document, for the model. */
export const OVER_BUDGET = 'request budget'
export const DROPPED = 'the user dropped it'
export const REFUSED = 'the model could not take it'

export function nameInstead(
  { name, type }: Pick<RequestMedia, 'name' | 'type'>,
  why: string,
): string {
  return `[${type} ${name} left out: ${why}]`
}

/** Replaces omitted images and documents, including those in results. */
export function withoutImages(
  blocks: readonly RequestBlock[],
  leftOut: LeftOut,
  why: string,
): readonly RequestBlock[] {
  return blocks.map((block) => {
    if (block.type === 'image' || block.type === 'document') return orItsName(block, leftOut, why)
    if (block.type !== 'toolResult') return block
    return { ...block, content: withoutPictures(block.content, leftOut, why) }
  })
}

/** Replaces them in a message; returns the same message if it contains none. */
export function messageWithout(
  message: RequestMessage,
  leftOut: LeftOut,
  why: string,
): RequestMessage {
  const { blocks, role } = message
  const holdsOne = mediaIn(blocks).some((each) => leftOut.has(each))
  return holdsOne ? { role, blocks: withoutImages(blocks, leftOut, why) } : message
}

export function withoutPictures(
  parts: readonly (RequestText | RequestImage)[],
  leftOut: LeftOut,
  why: string,
): readonly (RequestText | RequestImage)[] {
  return parts.map((part) => (part.type === 'image' ? orItsName(part, leftOut, why) : part))
}

function orItsName<Media extends RequestMedia>(
  media: Media,
  leftOut: LeftOut,
  why: string,
): RequestText | Media {
  return leftOut.has(media) ? { type: 'text', text: nameInstead(media, why) } : media
}

/** Returns the images and documents of messages, including those in results. */
export function mediaOf(
  messages: readonly Pick<RequestMessage, 'blocks'>[],
): readonly RequestMedia[] {
  // Every request goes through the whole history here, and flatMap takes ten times as long.
  const media: RequestMedia[] = []
  for (const { blocks } of messages) {
    for (const block of blocks) {
      if (block.type === 'image' || block.type === 'document') media.push(block)
      if (block.type !== 'toolResult') continue
      for (const part of block.content) if (part.type === 'image') media.push(part)
    }
  }
  return media
}

/** Returns those of one message. */
export function mediaIn(blocks: readonly RequestBlock[]): readonly RequestMedia[] {
  return mediaOf([{ blocks }])
}

/** Returns only the images. */
export function imagesIn(blocks: readonly RequestBlock[]): readonly RequestImage[] {
  return mediaIn(blocks).flatMap((media) => (media.type === 'image' ? [media] : []))
}

/** Returns the person's message as repeated after a summary: without the images and documents dropped since. */
export function withoutAttached(content: UserContent): UserContent {
  const { attachments } = content
  const images = imagesOf(attachments).map(({ name }) => ({ type: 'image', name }) as const)
  const names = images.map((image) => nameInstead(image, DROPPED))
  return { ...content, attachments: namedFiles(content), text: [...names, content.text].join('\n') }
}

/** Returns the files of a message as files that are not shown as documents. */
export function namedFiles({
  attachments,
}: Pick<UserContent, 'attachments'>): readonly AttachedFile[] {
  return filesOf(attachments).map(({ pages: _pages, ...file }) => file)
}
