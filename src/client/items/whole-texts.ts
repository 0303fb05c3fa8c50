import type { Block } from '../../shared/messages/content.ts'

/** Joins adjacent texts: text with citations arrives in pieces of a sentence or less. */
export function withWholeTexts(blocks: readonly Block[]): readonly Block[] {
  const whole: Block[] = []
  for (const block of blocks) {
    const last = whole.at(-1)
    if (block.type === 'text' && last?.type === 'text')
      whole[whole.length - 1] = { type: 'text', text: last.text + block.text }
    else whole.push(block)
  }
  return whole
}
