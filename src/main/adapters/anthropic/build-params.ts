import type {
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages'
import { assertNever } from '../../../shared/assert-never.ts'
import { mediaIn } from '../../core/request/image-budget.ts'
import type {
  RequestBlock,
  RequestDocument,
  RequestImage,
  RequestMessage,
  ToolSpec,
} from '../../core/request/model-request.ts'
import { isKnownClaude } from '../known-models/known-models.ts'
import type { RequestInput } from '../model-api/ask-endpoint.ts'
import { portableId, portableName, shownInput } from '../model-api/call-parts.ts'
import type { Base64Of } from '../model-api/media-source.ts'
import { withPairedSteps } from './server-blocks.ts'
import { ownToolsNextTo, OF_ANTHROPIC, type ServerTools } from './server-tools.ts'
import { thinkingParams } from './thinking.ts'

const CACHED = { cache_control: { type: 'ephemeral' } } as const
/** For the parts that stay the same for a whole conversation, and longer (docs/decisions/038). */
const CACHED_FOR_AN_HOUR = { cache_control: { type: 'ephemeral', ttl: '1h' } } as const
/**
 * Streams tool input as it is written; otherwise the API holds each field back until it is complete (docs/decisions/043).
 */
const EAGER = { eager_input_streaming: true } as const
/** The last user message and the one before it, which had the marker in the previous request. */
const MARKED_USER_MESSAGES = 2

/**
 * Converts our request to the provider's format. Sets at most four cache markers: on the tools, the system prompt, and the
 * last user messages.
 */
export function buildParams(
  { effort, provider, request, webSearch = false }: RequestInput,
  base64Of: Base64Of,
  ofServer: ServerTools = OF_ANTHROPIC,
): MessageCreateParamsStreaming {
  const { system, tools, messages } = request
  const { limits, model } = provider
  const maxTokens = limits.outputTokens
  const hasSystem = system.trim() !== ''
  const marked = new Set(lastUserMessages(messages))
  const isKnown = isKnownClaude(model)
  const lasting = isKnown ? CACHED_FOR_AN_HOUR : CACHED
  const eager = isKnown ? EAGER : {}
  const own = mapTools(webSearch ? ownToolsNextTo(tools, ofServer) : tools, { eager, lasting })
  const allTools = webSearch ? [...ofServer.tools, ...own] : own
  const mapped = messages.map((message) =>
    marked.has(message) || mediaIn(message.blocks).length > 0
      ? mapMessage(message, marked.has(message), base64Of)
      : mapOnce(message, base64Of),
  )
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...thinkingParams({ model, maxTokens }, messages, effort),
    ...(hasSystem ? { system: [{ ...text(system), ...lasting }] } : {}),
    ...(allTools.length > 0 ? { tools: allTools } : {}),
    messages: messages.some(hasStep) ? withPairedSteps(mapped, webSearch) : mapped,
  }
}

function hasStep({ blocks }: RequestMessage): boolean {
  return blocks.some(({ type }) => type === 'serverTool')
}

function lastUserMessages(messages: readonly RequestMessage[]): readonly RequestMessage[] {
  return messages.filter(({ role }) => role === 'user').slice(-MARKED_USER_MESSAGES)
}

function mapTools(
  tools: readonly ToolSpec[],
  { eager, lasting }: { eager: Partial<typeof EAGER>; lasting: Pick<Tool, 'cache_control'> },
): Tool[] {
  return tools.map((tool, index) => ({
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.inputSchema, type: 'object' },
    ...eager,
    ...(index === tools.length - 1 ? lasting : {}),
  }))
}

/** Messages are mapped again for every request of a conversation; one that cannot have changed is mapped only once. */
const mappedOnce = new WeakMap<RequestMessage, MessageParam>()

function mapOnce(message: RequestMessage, base64Of: Base64Of): MessageParam {
  const known = mappedOnce.get(message)
  if (known !== undefined) return known
  const fresh = mapMessage(message, false, base64Of)
  mappedOnce.set(message, fresh)
  return fresh
}

function mapMessage(message: RequestMessage, isMarked: boolean, base64Of: Base64Of): MessageParam {
  const content = message.blocks.flatMap((block) => mapBlock(block, base64Of) ?? [])
  const last = content.at(-1)
  if (last !== undefined && isMarked && canBeMarked(last)) {
    content[content.length - 1] = { ...last, ...CACHED }
  }
  return { role: message.role === 'user' ? 'user' : 'assistant', content }
}

type Markable = Extract<ContentBlockParam, { type: 'text' | 'tool_result' | 'image' | 'document' }>

const MARKABLE: ReadonlySet<string> = new Set<Markable['type']>([
  'text',
  'tool_result',
  'image',
  'document',
])

function canBeMarked(block: ContentBlockParam): block is Markable {
  return MARKABLE.has(block.type)
}

/** Null if this API has no place for the block. */
function mapBlock(block: RequestBlock, base64Of: Base64Of): ContentBlockParam | null {
  switch (block.type) {
    case 'text':
      return { ...block.provider, ...text(block.text) }
    case 'image':
      return image(block, base64Of)
    case 'document':
      return document(block, base64Of)
    case 'thinking':
      return { type: 'thinking', thinking: block.text, signature: block.signature }
    case 'redactedThinking':
      return { type: 'redacted_thinking', data: block.data }
    case 'toolCall':
      return {
        type: 'tool_use',
        id: portableId(block.id),
        name: portableName(block.name),
        input: shownInput(block.input),
      }
    case 'toolResult':
      return {
        type: 'tool_result',
        tool_use_id: portableId(block.id),
        content: block.content.map((part) =>
          part.type === 'text' ? text(part.text) : image(part, base64Of),
        ),
        ...(block.isError ? { is_error: true } : {}),
      }
    case 'reasoning':
    case 'noReasoning':
    case 'providerItem':
      return null
    case 'serverTool':
    case 'other':
      // Provider items and blocks of an unknown kind go back unchanged.
      return block.json as unknown as ContentBlockParam
    default:
      return assertNever(block)
  }
}

function image(block: RequestImage, base64Of: Base64Of): TextBlockParam | ImageBlockParam {
  const data = base64Of(block)
  if (data === null) return text(`[image ${block.name} is gone]`)
  return { type: 'image', source: { type: 'base64', media_type: block.mediaType, data } }
}

/** `InvokeModel` of Bedrock and Vertex accept the same (platform.claude.com/docs/en/build-with-claude/pdf-support). */
function document(block: RequestDocument, base64Of: Base64Of): TextBlockParam | DocumentBlockParam {
  const data = base64Of(block)
  if (data === null) return text(`[document ${block.name} is gone]`)
  return { type: 'document', source: { type: 'base64', media_type: block.mediaType, data } }
}

function text(value: string): TextBlockParam {
  return { type: 'text', text: value }
}
