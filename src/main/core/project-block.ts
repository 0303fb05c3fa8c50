import { assertNever } from '../../shared/assert-never.ts'
import type { Block, ToolContent } from '../../shared/content.ts'
import type { UndoContent } from '../../shared/message.ts'
import type { RequestBlock, RequestImage, RequestText } from './model-request.ts'
import { wordsOfUndo } from './undo.ts'
import { wellFormed } from './well-formed.ts'

const NO_OUTPUT: RequestText = { type: 'text', text: '(no output)' }
const NO_RESULT: RequestText = { type: 'text', text: 'Interrupted: this call has no result.' }

/** A call's result as it will be sent, as far as it is known. */
export interface OpenCall {
  readonly id: string
  result: { readonly isError: boolean; content: readonly (RequestText | RequestImage)[] } | null
}

/** What of a reply goes to a model: all that is its own, that without its thinking, or what another can read. */
export type Sending = 'all' | 'noThinking' | 'foreign'

/** Thinking goes back byte by byte to the model that thought it, and to no other. */
export function projectBlock(
  block: Exclude<Block, { type: 'toolCall' }>,
  sending: Sending,
): RequestBlock | null {
  switch (block.type) {
    case 'text':
      return textBlock(block.text)
    case 'thinking': {
      const { text, signature } = block
      return sending === 'all' && signature !== null ? { type: 'thinking', text, signature } : null
    }
    case 'redactedThinking':
      return sending === 'all' ? block : null
    case 'other':
      return sending === 'foreign' ? null : block
    default:
      return assertNever(block)
  }
}

/** Null: it is blank. */
export function textBlock(words: string): RequestText | null {
  const text = wellFormed(words)
  return text.trim() === '' ? null : { type: 'text', text }
}

export function textOfUndo(content: UndoContent): RequestBlock {
  return { type: 'text', text: wellFormed(wordsOfUndo(content)) }
}

export function projectResult({
  id,
  result,
}: OpenCall): Extract<RequestBlock, { type: 'toolResult' }> {
  if (result === null) return { type: 'toolResult', id, isError: true, content: [NO_RESULT] }
  const { isError, content } = result
  return { type: 'toolResult', id, isError, content: content.length === 0 ? [NO_OUTPUT] : content }
}

export function textOfPart(part: ToolContent): RequestText {
  const text = part.type === 'text' ? part.text : `[image ${part.name}]`
  return { type: 'text', text: wellFormed(text) }
}
