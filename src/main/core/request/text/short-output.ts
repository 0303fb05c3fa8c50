import type { MessageContent } from '../../../../shared/messages/message.ts'
import { excerpt } from './excerpt.ts'

type ToolResult = Extract<MessageContent, { type: 'tool' }>

/** Of an older result no more is sent where room is needed, in UTF-16 code units. */
const LENGTH = 2_000

/** An older result as it is sent where room is needed: begin and end, and how much is left out. Its call can be run again. */
export function withShortOutput(result: ToolResult): ToolResult {
  const content = result.content.map((part) =>
    part.type === 'text' ? { ...part, text: shorter(part.text) } : part,
  )
  return { ...result, content }
}

/** What is hardly too long would grow by the words that stand for its middle. */
function shorter(text: string): string {
  const short = excerpt(text, LENGTH)
  return short.length < text.length ? short : text
}
