import { assertNever } from '../../../shared/assert-never.ts'
import type { CallInput } from '../../../shared/messages/content.ts'
import type { RequestBlock, RequestMessage, RequestText } from './model-request.ts'
import { unlessBare } from './reasoning-under.ts'
import { wellFormed } from './text/well-formed.ts'

type Called = Extract<RequestBlock, { type: 'toolCall' }>
type Result = Extract<RequestBlock, { type: 'toolResult' }>

/** Writes calls and results as text, for requests without tools, which may not contain tool blocks (T38). */
export function writtenOut(messages: readonly RequestMessage[]): readonly RequestMessage[] {
  return messages.map(({ role, blocks }) => ({
    role,
    blocks: unlessBare(blocks.flatMap(writeOut)),
  }))
}

function writeOut(block: RequestBlock): readonly RequestBlock[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image':
    case 'document':
    case 'reasoning':
    case 'noReasoning':
      return [block]
    case 'toolCall':
      return [writeCall(block)]
    case 'toolResult':
      return writeResult(block)
    case 'thinking':
    case 'redactedThinking':
    case 'providerItem':
    case 'serverTool':
    case 'other':
      return []
    default:
      return assertNever(block)
  }
}

export function writeCall({ name, input }: Pick<Called, 'name' | 'input'>): RequestText {
  return { type: 'text', text: wellFormed(`[called ${name}: ${inputText(input)}]`) }
}

export function writeResult({ isError, content }: Result): readonly RequestBlock[] {
  const head = `[${isError ? 'failed' : 'result'}]`
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const text = { type: 'text', text: [head, ...texts].join('\n') } as const
  return [text, ...content.filter((part) => part.type === 'image')]
}

function inputText(input: CallInput): string {
  return input.type === 'object' ? JSON.stringify(input.value) : input.text
}
