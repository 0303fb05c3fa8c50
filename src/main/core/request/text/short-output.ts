import type { MessageContent } from '../../../../shared/messages/message.ts'
import { excerpt } from './excerpt.ts'

type ToolResult = Extract<MessageContent, { type: 'tool' }>

/** Maximum length of an older result when room is needed, in UTF-16 code units. */
const LENGTH = 2_000

/** Shortens an older result when room is needed: beginning, end, and how much was omitted. Its call can be run again. */
export function withShortOutput(result: ToolResult): ToolResult {
  const content = result.content.map((part) =>
    part.type === 'text' ? { ...part, text: shorter(part.text) } : part,
  )
  return { ...result, content }
}

/** Keeps a text that is only slightly too long: the note would make it longer. */
function shorter(text: string): string {
  const short = excerpt(text, LENGTH)
  return short.length < text.length ? short : text
}
