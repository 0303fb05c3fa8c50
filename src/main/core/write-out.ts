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
      const head = `[${block.isError ? 'failed' : 'result'}]`
      const texts = block.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      const said = { type: 'text', text: [head, ...texts].join('\n') } as const
      return [said, ...block.content.filter((part) => part.type === 'image')]
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
