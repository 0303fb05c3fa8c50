import type { ContextShares } from '../../shared/context-use.ts'
import { estimateTokens, IMAGE_TOKENS, MESSAGE_TOKENS } from './context-window.ts'
import type { ModelRequest, RequestBlock } from './model-request.ts'

/** The tool whose results are files. */
export const READ_FILE = 'read_file'

/** What a request is made of. `systemPrompt`: what its system text begins with; behind it stands what the folder says. */
export function sharesOf(request: ModelRequest, systemPrompt: string): ContextShares {
  const system = estimateTokens(systemPrompt)
  const readers = new Set<string>()
  const sums = {
    files: estimateTokens(request.system) - system,
    messages: request.messages.length * MESSAGE_TOKENS,
    images: 0,
  }
  for (const block of request.messages.flatMap(({ blocks }) => blocks)) {
    if (block.type === 'toolCall' && block.name === READ_FILE) readers.add(block.id)
    const source = block.type === 'toolResult' && readers.has(block.id) ? 'files' : 'messages'
    for (const part of block.type === 'toolResult' ? block.content : [block]) {
      if (part.type === 'image') sums.images += IMAGE_TOKENS
      else sums[source] += estimateTokens(wordsOf(part))
    }
  }
  return { system, tools: estimateTokens(JSON.stringify(request.tools)), ...sums }
}

function wordsOf(block: RequestBlock): string {
  return block.type === 'text' ? block.text : JSON.stringify(block)
}
