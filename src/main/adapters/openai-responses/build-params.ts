import type {
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses'
import { assertNever } from '../../../shared/assert-never.ts'
import { effortWithin } from '../../../shared/models/effort.ts'
import type {
  RequestBlock,
  RequestMedia,
  RequestMessage,
  RequestText,
  ToolSpec,
} from '../../core/request/model-request.ts'
import type { RequestInput } from '../model-api/ask-endpoint.ts'
import { portableName, shownInput } from '../model-api/call-parts.ts'
import type { Base64Of } from '../model-api/media-source.ts'
import type { JsonObject } from '../model-api/json-fields.ts'
import { levelsOf } from '../known-models/known-models.ts'
import { OUTPUT_ITEM } from './output-item.ts'
import { SEARCH_SOURCES, WEB_SEARCH } from './web-search.ts'

/** The API refuses less (earendil-works/pi #6265). */
const LEAST_OUTPUT_TOKENS = 16

/** Converts our request to the format of the Responses API. */
export function buildParams(
  { effort, provider, request, webSearch = false }: RequestInput,
  base64Of: Base64Of,
): ResponseCreateParamsStreaming {
  const { messages, system, tools } = request
  const { limits, model } = provider
  const levels = levelsOf(model)
  const level = effortWithin(levels, effort)
  const include = [
    ...(levels.length === 0 ? [] : (['reasoning.encrypted_content'] as const)),
    ...(webSearch ? [SEARCH_SOURCES] : []),
  ]
  const allTools = [...(webSearch ? [WEB_SEARCH] : []), ...tools.map(functionOf)]
  return {
    model,
    stream: true,
    store: false,
    max_output_tokens: Math.max(LEAST_OUTPUT_TOKENS, limits.outputTokens),
    ...(system.trim() === '' ? {} : { instructions: system }),
    ...(include.length === 0 ? {} : { include }),
    ...(levels.length === 0
      ? {}
      : { reasoning: { summary: 'auto', ...(level === 'auto' ? {} : { effort: level }) } }),
    ...(allTools.length === 0 ? {} : { tools: allTools }),
    input: messages.flatMap((message) =>
      message.role === 'user' ? userItems(message, base64Of) : agentItems(message),
    ),
  }
}

function functionOf({ description, inputSchema: parameters, name }: ToolSpec): FunctionTool {
  return { type: 'function', name, description, parameters, strict: false }
}

/** Results become separate items, before text. */
function userItems({ blocks }: RequestMessage, base64Of: Base64Of): readonly ResponseInputItem[] {
  const results: ResponseInputItem[] = []
  const otherParts: ResponseInputContent[] = []
  for (const block of blocks) {
    if (block.type === 'toolResult') {
      const { content, id, isError } = block
      const parts = content.map((part) => partOf(part, base64Of))
      const texts = parts.flatMap((part) => (part.type === 'input_text' ? [part.text] : []))
      const joined = isError ? ['[failed]', ...texts].join('\n') : texts.join('\n')
      const output = texts.length === parts.length ? joined : parts
      results.push({ type: 'function_call_output', call_id: id, output })
    } else if (block.type === 'text' || block.type === 'image' || block.type === 'document') {
      otherParts.push(partOf(block, base64Of))
    }
  }
  return otherParts.length === 0 ? results : [...results, { role: 'user', content: otherParts }]
}

function partOf(block: RequestText | RequestMedia, base64Of: Base64Of): ResponseInputContent {
  if (block.type === 'text') return { type: 'input_text', text: block.text }
  const data = base64Of(block)
  if (data === null) return { type: 'input_text', text: `[${block.type} ${block.name} is gone]` }
  const url = `data:${block.mediaType};base64,${data}`
  return block.type === 'image'
    ? { type: 'input_image', image_url: url, detail: 'auto' }
    : { type: 'input_file', filename: block.name, file_data: url }
}

/** Converts a reply to be sent back: its items in order, and whatever the server requires unchanged. */
function agentItems({ blocks }: RequestMessage): readonly ResponseInputItem[] {
  const items: ResponseInputItem[] = []
  /** A message's own fields, which precede its text. */
  let head: JsonObject = {}
  for (const block of blocks) {
    const item = itemOf(block, head)
    if (item === null) continue
    if (item === 'head') {
      head = block.type === 'providerItem' ? block.json : {}
      continue
    }
    items.push(item)
    head = {}
  }
  return items
}

function itemOf(block: RequestBlock, head: JsonObject): ResponseInputItem | 'head' | null {
  switch (block.type) {
    case 'text':
      return { ...head, role: 'assistant', content: block.text }
    case 'toolCall':
      return {
        type: 'function_call',
        call_id: block.id,
        name: portableName(block.name),
        arguments: JSON.stringify(shownInput(block.input)),
      }
    case 'providerItem':
      if (block.field !== OUTPUT_ITEM) return null
      // Stored unchanged, so it is one of the API's items.
      return isMessageHead(block.json) ? 'head' : (block.json as unknown as ResponseInputItem)
    case 'serverTool':
      return block.json as unknown as ResponseInputItem
    case 'image':
    case 'document':
    case 'thinking':
    case 'redactedThinking':
    case 'reasoning':
    case 'noReasoning':
    case 'toolResult':
    case 'other':
      return null
    default:
      return assertNever(block)
  }
}

function isMessageHead({ type }: JsonObject): boolean {
  return type === 'message'
}
