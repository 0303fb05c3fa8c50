import { textsOf } from '../../../shared/messages/content.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { firstUnits } from '../../../shared/visible-text.ts'

const LONGEST = 200

/** The beginning of a message, in one line. */
export function beginningOf({ content }: Message): string {
  return firstUnits(textOf(content).replace(/\s+/g, ' ').trim(), LONGEST) || content.type
}

function textOf(content: Message['content']): string {
  if ('text' in content) return content.text
  if (content.type === 'tool') return textsOf(content.content).join(' ')
  if (content.type !== 'agent') return ''
  return content.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(' ')
}
