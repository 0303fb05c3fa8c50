import type { Block } from '../../../shared/messages/content.ts'

/** Returns the text blocks of a reply as received, concatenated; a search between two of them starts a new paragraph. */
export function textOf(blocks: readonly Block[]): string {
  let text = ''
  let isBehindStep = false
  for (const block of blocks) {
    if (block.type === 'serverTool') isBehindStep = true
    if (block.type !== 'text' || block.text === '') continue
    if (isBehindStep && text !== '') text += PARAGRAPH
    text += block.text
    isBehindStep = false
  }
  return text
}

const PARAGRAPH = '\n\n'
