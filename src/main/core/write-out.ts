import { assertNever } from '../../shared/assert-never.ts'
import type { CallInput } from '../../shared/content.ts'
import type { RequestBlock, RequestMessage } from './model-request.ts'

/** Calls and results as text, for requests without tools: these may carry no block of a tool (T38). */
export function writtenOut(messages: readonly RequestMessage[]): readonly RequestMessage[] {
  return messages.map(({ role, blocks }) => ({ role, blocks: blocks.flatMap(writeOut) }))
}

function writeOut(block: RequestBlock): readonly RequestBlock[] {
  switch (block.type) {
    case 'text':
    case 'image':
      return [block]
    case 'toolCall':
      return [{ type: 'text', text: `[called ${block.name}: ${inputText(block.input)}]` }]
    case 'toolResult': {
      const text = block.content.map((part) => part.text).join('\n')
      return [{ type: 'text', text: `[${block.isError ? 'failed' : 'result'}]\n${text}` }]
    }
    case 'thinking':
    case 'redactedThinking':
    case 'other':
      return []
    default:
      return assertNever(block)
  }
}

function inputText(input: CallInput): string {
  return input.type === 'object' ? JSON.stringify(input.value) : input.text
}
