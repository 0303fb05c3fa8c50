import { filesOf, imagesOf } from '../../../shared/attachment.ts'
import { MAX_REQUEST_IMAGE_BYTES, MAX_REQUEST_IMAGES } from '../../../shared/image-limits.ts'
import type { MessageContent } from '../../../shared/message.ts'
import type { RequestBlock, RequestImage, RequestMessage, RequestText } from './model-request.ts'

type UserContent = Extract<MessageContent, { type: 'user' }>

/**
 * Leaves the oldest images out where a conversation has more of them than a request may. What is left out depends on the
 * images before it alone. When the budget is reached, half of it is freed at once: requests keep their cached beginning
 * for many images, instead of losing it with each.
 */
export class ImageBudget {
  private held: RequestImage[] = []
  private bytes = 0

  /** The block of a new image, and those that are left out from now on. */
  add({ blob, bytes, mediaType, name }: Omit<RequestImage, 'type'>): {
    readonly block: RequestImage
    readonly leftOut: ReadonlySet<RequestImage>
  } {
    const block: RequestImage = { type: 'image', blob, bytes, mediaType, name }
    this.held.push(block)
    this.bytes += bytes
    const isOver = this.held.length > MAX_REQUEST_IMAGES || this.bytes > MAX_REQUEST_IMAGE_BYTES
    return { block, leftOut: new Set(isOver ? this.freeHalf() : []) }
  }

  /** Nothing of it is left; what comes next has all of the budget. */
  dropAll(): ReadonlySet<RequestImage> {
    const dropped = new Set(this.held)
    this.held = []
    this.bytes = 0
    return dropped
  }

  private freeHalf(): readonly RequestImage[] {
    const freed: RequestImage[] = []
    while (this.held.length > 1 && this.isOverHalf()) {
      const oldest = this.held.shift()
      if (oldest === undefined) break
      this.bytes -= oldest.bytes
      freed.push(oldest)
    }
    return freed
  }

  private isOverHalf(): boolean {
    return this.held.length > MAX_REQUEST_IMAGES / 2 || this.bytes > MAX_REQUEST_IMAGE_BYTES / 2
  }
}

type LeftOut = ReadonlySet<RequestImage>

/** Why an image is left out, as the model hears it. */
export const OVER_BUDGET = 'request budget'
export const DROPPED = 'the user dropped it'

export function nameInstead(name: string, why: string): string {
  return `[image ${name} left out: ${why}]`
}

/** What stands in the place of images that are left out, also of those in results. */
export function withoutImages(
  blocks: readonly RequestBlock[],
  leftOut: LeftOut,
  why: string,
): readonly RequestBlock[] {
  return blocks.map((block) => {
    if (block.type === 'image') return orItsName(block, leftOut, why)
    if (block.type !== 'toolResult') return block
    return { ...block, content: withoutPictures(block.content, leftOut, why) }
  })
}

/** The same message where it holds none of them. */
export function messageWithout(
  message: RequestMessage,
  leftOut: LeftOut,
  why: string,
): RequestMessage {
  const { blocks, role } = message
  const holdsOne = imagesIn(blocks).some((each) => leftOut.has(each))
  return holdsOne ? { role, blocks: withoutImages(blocks, leftOut, why) } : message
}

export function withoutPictures(
  parts: readonly (RequestText | RequestImage)[],
  leftOut: LeftOut,
  why: string,
): readonly (RequestText | RequestImage)[] {
  return parts.map((part) => (part.type === 'image' ? orItsName(part, leftOut, why) : part))
}

function orItsName(image: RequestImage, leftOut: LeftOut, why: string): RequestText | RequestImage {
  if (!leftOut.has(image)) return image
  return { type: 'text', text: nameInstead(image.name, why) }
}

/** Those of a message, also in its results. */
export function imagesIn(blocks: readonly RequestBlock[]): readonly RequestImage[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return [block]
    if (block.type !== 'toolResult') return []
    return block.content.flatMap((part) => (part.type === 'image' ? [part] : []))
  })
}

/** Words that stand behind a summary later, too: without the images that were dropped since. */
export function withoutAttached(content: UserContent): UserContent {
  const { attachments } = content
  const names = imagesOf(attachments).map(({ name }) => nameInstead(name, DROPPED))
  return {
    ...content,
    attachments: filesOf(attachments),
    text: [...names, content.text].join('\n'),
  }
}
