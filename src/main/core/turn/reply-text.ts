import type { Block } from '../../../shared/content.ts'

/** What a reply says, its text blocks as received, one behind the other. */
export function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
}
