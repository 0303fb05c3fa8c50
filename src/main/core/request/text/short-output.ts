import type { MessageContent } from '../../../../shared/messages/message.ts'
import { excerpt } from './excerpt.ts'

type ToolResult = Extract<MessageContent, { type: 'tool' }>

/** The most of an older result that is sent when room is needed, in UTF-16 code units. */
const LENGTH = 2_000

/** An older result as sent when room is needed: beginning, end, and how much was omitted. Its call can be run again. */
export function withShortOutput(result: ToolResult): ToolResult {
  const content = result.content.map((part) =>
    part.type === 'text' ? { ...part, text: shorter(part.text) } : part,
  )
  return { ...result, content }
}

/** A text that is only slightly too long would grow by the note. */
function shorter(text: string): string {
  const short = excerpt(text, LENGTH)
  return short.length < text.length ? short : text
}
