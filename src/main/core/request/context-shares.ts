import type { ContextShares } from '../../../shared/messages/context-use.ts'
import type { InstructionsNote } from '../../../shared/messages/message.ts'
import { estimateTokens, IMAGE_TOKENS, MESSAGE_TOKENS, tokensOfNotes } from './context-window.ts'
import type { ModelRequest, RequestBlock } from './model-request.ts'

/** The tool whose results are files. */
export const READ_FILE = 'read_file'

/**
 * The parts of a request that do not belong to the conversation itself: the system prompt, and the instruction notes in
 * its messages.
 */
export interface Apart {
  readonly systemPrompt: string
  readonly notes: readonly InstructionsNote[]
}

/**
 * Returns the parts of a request. Instructions count as files, whether they are in messages or at the end of the system
 * text.
 */
export function sharesOf(request: ModelRequest, { systemPrompt, notes }: Apart): ContextShares {
  const system = estimateTokens(systemPrompt)
  const inNotes = tokensOfNotes(notes)
  const readers = new Set<string>()
  const sums = {
    files: estimateTokens(request.system) - system + inNotes,
    messages: request.messages.length * MESSAGE_TOKENS - inNotes,
    images: 0,
  }
  for (const block of request.messages.flatMap(({ blocks }) => blocks)) {
    if (block.type === 'toolCall' && block.name === READ_FILE) readers.add(block.id)
    const source = block.type === 'toolResult' && readers.has(block.id) ? 'files' : 'messages'
    for (const part of block.type === 'toolResult' ? block.content : [block]) {
      if (part.type === 'image') sums.images += IMAGE_TOKENS
      else if (part.type === 'document') sums.files += part.tokens
      else sums[source] += estimateTokens(wordsOf(part))
    }
  }
  return { system, tools: estimateTokens(JSON.stringify(request.tools)), ...sums }
}

function wordsOf(block: RequestBlock): string {
  return block.type === 'text' ? block.text : JSON.stringify(block)
}
