import type { Attachment } from '../../shared/attachment.ts'
import type { RequestBlock } from './model-request.ts'

/** What the images of one request may be: 20 MB are 27 MB in base64, of the 32 MB that a request may have. */
export const MAX_REQUEST_IMAGES = 100
const MAX_REQUEST_IMAGE_BYTES = 20_000_000

type ImageBlock = Extract<RequestBlock, { type: 'image' }>

interface Held {
  readonly block: ImageBlock
  readonly bytes: number
}

/**
 * Leaves the oldest images out where a conversation has more of them than a request may. What is left out depends on the
 * images before it alone. When the budget is reached, half of it is freed at once: requests keep their cached beginning
 * for many images, instead of losing it with each.
 */
export class ImageBudget {
  private held: Held[] = []
  private bytes = 0

  /** The block of a new image, and those that are left out from now on. */
  add({ copy, mediaType, name, bytes }: Attachment): {
    readonly block: ImageBlock
    readonly leftOut: ReadonlySet<RequestBlock>
  } {
    const block: ImageBlock = { type: 'image', blob: copy, mediaType, name }
    this.held.push({ block, bytes })
    this.bytes += bytes
    const isOver = this.held.length > MAX_REQUEST_IMAGES || this.bytes > MAX_REQUEST_IMAGE_BYTES
    return { block, leftOut: new Set(isOver ? this.freeHalf() : []) }
  }

  private freeHalf(): readonly ImageBlock[] {
    const freed: ImageBlock[] = []
    while (this.held.length > 1 && this.isOverHalf()) {
      const oldest = this.held.shift()
      if (oldest === undefined) break
      this.bytes -= oldest.bytes
      freed.push(oldest.block)
    }
    return freed
  }

  private isOverHalf(): boolean {
    return this.held.length > MAX_REQUEST_IMAGES / 2 || this.bytes > MAX_REQUEST_IMAGE_BYTES / 2
  }
}

/** What stands in an image's place. */
export function withoutImages(
  blocks: readonly RequestBlock[],
  leftOut: ReadonlySet<RequestBlock>,
): readonly RequestBlock[] {
  return blocks.map((block) =>
    block.type === 'image' && leftOut.has(block)
      ? { type: 'text', text: `[image ${block.name} left out: request budget]` }
      : block,
  )
}
