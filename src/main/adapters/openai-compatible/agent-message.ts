import type {
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions'
import type { CallInput } from '../../../shared/messages/content.ts'
import type { ReasoningField } from '../../../shared/messages/repair.ts'
import type { RequestBlock, RequestMessage } from '../../core/request/model-request.ts'
import { portableName, shownInput } from '../model-api/call-parts.ts'
import type { JsonObject } from '../model-api/json-fields.ts'
import { THINKING_PARTS } from './reasoning-fields.ts'

type CallBlock = Extract<RequestBlock, { type: 'toolCall' }>

/**
 * Converts a reply to be sent back: the server's additions to text and calls return unchanged, under their original names.
 * `idOf`: the id of a call in this request.
 */
export function agentMessage(
  { blocks }: RequestMessage,
  idOf: (call: CallBlock) => string,
): ChatCompletionMessageParam {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const calls = blocks.flatMap((block) => (block.type === 'toolCall' ? [block] : []))
  const text = texts.join('\n\n')
  const words = texts.length === 0 ? (calls.length === 0 ? '' : null) : text
  const { [THINKING_PARTS]: thoughts, ...fields } = reasoningOf(blocks)
  const message = {
    role: 'assistant' as const,
    content: typeof thoughts === 'string' ? inParts(thoughts, text) : words,
    ...fields,
    ...itemsOf(blocks),
  }
  if (calls.length === 0) return message as ChatCompletionMessageParam
  const [first, ...others] = calls
  const marked = blocks.some(isSignatureMark)
  const tool_calls = [first, ...others].flatMap((call) =>
    call === undefined ? [] : [toolCall(call, idOf(call), marked && call === first)],
  )
  return { ...message, tool_calls } as ChatCompletionMessageParam
}

/**
 * The reasoning under its original field names. If the server requires reasoning and there is none, the shortest text that
 * every server accepts as reasoning.
 */
function reasoningOf(blocks: readonly RequestBlock[]): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const block of blocks) {
    if (block.type === 'reasoning') {
      fields[block.field] = (fields[block.field] ?? '') + block.text
    }
    if (block.type === 'noReasoning' && !isSignatureMark(block)) fields[block.field] ??= BLANK
  }
  return fields
}

/** DeepSeek V4 Pro treats an empty text as missing (NousResearch/hermes-agent #17341). */
const BLANK = ' '

function isSignatureMark(block: RequestBlock): boolean {
  return block.type === 'noReasoning' && block.field === SIGNATURE
}

const SIGNATURE: ReasoningField = 'thought_signature'

/** Lists of items stay lists; `extra_content` of a reply is the original object. */
function itemsOf(blocks: readonly RequestBlock[]): JsonObject {
  const fields: JsonObject = {}
  for (const block of blocks) {
    if (block.type !== 'providerItem') continue
    const { field, json } = block
    const list = fields[field]
    if (field === 'extra_content') fields[field] = json
    else fields[field] = [...(Array.isArray(list) ? list : []), json]
  }
  return fields
}

function toolCall(
  { input, name, provider }: CallBlock,
  id: string,
  isMarked: boolean,
): ChatCompletionMessageToolCall {
  const fn = { name: portableName(name), arguments: argumentsOf(input) }
  return { ...(isMarked ? UNSIGNED : {}), ...provider, type: 'function', id, function: fn }
}

/** The value that Google's page on thought signatures recommends for calls made by another model. */
const UNSIGNED = {
  extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } },
} as const

/** Mistral's thinking models put everything into parts. */
function inParts(thoughts: string, text: string): readonly JsonObject[] {
  const textPart = text === '' ? [] : [{ type: 'text', text }]
  return [{ type: 'thinking', thinking: [{ type: 'text', text: thoughts }] }, ...textPart]
}

function argumentsOf(input: CallInput): string {
  return JSON.stringify(shownInput(input))
}
