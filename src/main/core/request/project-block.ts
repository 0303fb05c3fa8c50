import { assertNever } from '../../../shared/assert-never.ts'
import type { Block, ToolContent } from '../../../shared/messages/content.ts'
import type { UndoContent } from '../../../shared/messages/message.ts'
import type { RequestBlock, RequestImage, RequestText } from './model-request.ts'
import type { RepairPlan } from './repairs.ts'
import { wordsOfUndo } from '../machine/undo.ts'
import { wellFormed } from './text/well-formed.ts'

const NO_OUTPUT: RequestText = { type: 'text', text: '(no output)' }
const NO_RESULT: RequestText = { type: 'text', text: 'Interrupted: this call has no result.' }

/** A call's result as it will be sent, as far as it is known. */
export interface OpenCall {
  readonly id: string
  result: { readonly isError: boolean; content: readonly (RequestText | RequestImage)[] } | null
}

/**
 * The part of a reply that a model receives: all of it; without the fields that a chat completion added to text and
 * calls; without any thinking; or only what another model can read.
 */
export type Sending = 'all' | 'noReasoning' | 'noThinking' | 'foreign'

/** Decides this for a reply of the same model at this place in the history. */
export function sendingOf(at: number, { reasoning, thinkingFrom }: RepairPlan): Sending {
  if (at < thinkingFrom) return 'noThinking'
  return reasoning === 'none' ? 'noReasoning' : 'all'
}

/** Thinking is sent back byte for byte to the model that produced it, and to no other. */
export function projectBlock(
  block: Exclude<Block, { type: 'toolCall' }>,
  sending: Sending,
): RequestBlock | null {
  switch (block.type) {
    case 'text': {
      const text = textBlock(block.text)
      const { provider } = block
      return text !== null && provider !== undefined && sending === 'all'
        ? { ...text, provider }
        : text
    }
    case 'thinking':
      return projectThinking(block, sending)
    case 'redactedThinking':
      return sending === 'all' || sending === 'noReasoning' ? block : null
    case 'providerItem':
      return sending === 'all' ? block : null
    case 'serverTool':
      return sending === 'all' ? { type: 'serverTool', json: block.json } : null
    case 'other':
      return sending === 'foreign' ? null : block
    default:
      return assertNever(block)
  }
}

/** Reasoning from a named field is sent back in it, if it is well-formed Unicode; other thinking only if it is signed. */
function projectThinking(
  { field, signature, text }: Extract<Block, { type: 'thinking' }>,
  sending: Sending,
): RequestBlock | null {
  if (field !== undefined) {
    return sending === 'all' ? { type: 'reasoning', field, text: wellFormed(text) } : null
  }
  const isSent = sending === 'all' || sending === 'noReasoning'
  return isSent && signature !== null ? { type: 'thinking', text, signature } : null
}

/** `id`: the call's id in this request. */
export function projectCall(
  { input, name, provider }: Extract<Block, { type: 'toolCall' }>,
  id: string,
  sending: Sending,
): RequestBlock {
  const call = { type: 'toolCall', id, name, input } as const
  return sending === 'all' && provider !== undefined ? { ...call, provider } : call
}

/** Returns a text block; null for blank text. */
export function textBlock(words: string): RequestText | null {
  const text = wellFormed(words)
  return text.trim() === '' ? null : { type: 'text', text }
}

const SUMMARY_HEAD =
  'This conversation was summarised to save space. What was said and done so far, then the latest message of the user:'

export function textOfSummary(text: string): RequestText {
  return { type: 'text', text: `${SUMMARY_HEAD}\n\n${wellFormed(text)}` }
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
