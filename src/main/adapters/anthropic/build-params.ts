import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages'
import { assertNever } from '../../../shared/assert-never.ts'
import { imagesIn } from '../../core/request/image-budget.ts'
import type {
  RequestBlock,
  RequestImage,
  RequestMessage,
  ToolSpec,
} from '../../core/request/model-request.ts'
import type { Worded } from '../model-api/ask-endpoint.ts'
import { portableId, portableName, shownInput } from '../model-api/call-parts.ts'
import type { ImageOf } from '../model-api/image-source.ts'
import { withPairedSteps } from './server-blocks.ts'
import { besideServerTools, SERVER_TOOLS } from './server-tools.ts'
import { isKnownClaude, thinkingParams } from './thinking.ts'

const CACHED = { cache_control: { type: 'ephemeral' } } as const
/** Of what stays the same for a whole conversation, and longer (docs/decisions/038). */
const CACHED_FOR_AN_HOUR = { cache_control: { type: 'ephemeral', ttl: '1h' } } as const
/** Input comes as it is written; else the API keeps each field back until it is whole (docs/decisions/043). */
const EAGER = { eager_input_streaming: true } as const
/** The last user message, and the one before: where the request before this one had its own marker. */
const MARKED_USER_MESSAGES = 2

/** Our request in the provider's words. Four cache markers at most: the tools, the system prompt, and the last user messages. */
export function buildParams(
  { effort, provider, request, webSearch = false }: Worded,
  imageOf: ImageOf,
): MessageCreateParamsStreaming {
  const { system, tools, messages } = request
  const { limits, model } = provider
  const maxTokens = limits.outputTokens
  const hasSystem = system.trim() !== ''
  const marked = new Set(lastUserMessages(messages))
  const isKnown = isKnownClaude(model)
  const lasting = isKnown ? CACHED_FOR_AN_HOUR : CACHED
  const eager = isKnown ? EAGER : {}
  const own = mapTools(webSearch ? besideServerTools(tools) : tools, { eager, lasting })
  const allTools = webSearch ? [...SERVER_TOOLS, ...own] : own
  const mapped = messages.map((message) =>
    marked.has(message) || imagesIn(message.blocks).length > 0
      ? mapMessage(message, marked.has(message), imageOf)
      : mapOnce(message, imageOf),
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

/** Messages are mapped anew in every request of a conversation; one that cannot have changed is mapped once. */
const mappedOnce = new WeakMap<RequestMessage, MessageParam>()

function mapOnce(message: RequestMessage, imageOf: ImageOf): MessageParam {
  const known = mappedOnce.get(message)
  if (known !== undefined) return known
  const fresh = mapMessage(message, false, imageOf)
  mappedOnce.set(message, fresh)
  return fresh
}

function mapMessage(message: RequestMessage, isMarked: boolean, imageOf: ImageOf): MessageParam {
  const content = message.blocks.flatMap((block) => mapBlock(block, imageOf) ?? [])
  const last = content.at(-1)
  if (last !== undefined && isMarked && canBeMarked(last)) {
    content[content.length - 1] = { ...last, ...CACHED }
  }
  return { role: message.role === 'user' ? 'user' : 'assistant', content }
}

type Markable = Extract<ContentBlockParam, { type: 'text' | 'tool_result' | 'image' }>

function canBeMarked(block: ContentBlockParam): block is Markable {
  return block.type === 'text' || block.type === 'tool_result' || block.type === 'image'
}

/** Null: this API has no place for it. */
function mapBlock(block: RequestBlock, imageOf: ImageOf): ContentBlockParam | null {
  switch (block.type) {
    case 'text':
      return { ...block.provider, ...text(block.text) }
    case 'image':
      return image(block, imageOf)
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
          part.type === 'text' ? text(part.text) : image(part, imageOf),
        ),
        ...(block.isError ? { is_error: true } : {}),
      }
    case 'reasoning':
    case 'noReasoning':
    case 'providerItem':
      return null
    case 'serverTool':
    case 'other':
      // What the provider made, and a block of a kind that we do not know, go back as they came.
      return block.json as unknown as ContentBlockParam
    default:
      return assertNever(block)
  }
}

function image(block: RequestImage, imageOf: ImageOf): TextBlockParam | ImageBlockParam {
  const found = imageOf(block)
  if (found === null) return text(`[image ${block.name} is gone]`)
  const { data, mediaType } = found
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

function text(value: string): TextBlockParam {
  return { type: 'text', text: value }
}
