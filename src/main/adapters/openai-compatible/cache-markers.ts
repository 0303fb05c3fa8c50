import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming as Params,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { Dispensable } from '../model-api/without-refused.ts'
import { wordsOfRefusal } from './error-details.ts'

/** The newest user messages, and those that had the marker in the previous request. */
const MARKED_MESSAGES = 2
const MARKER = { cache_control: { type: 'ephemeral' } } as const

/**
 * Claude caches only what is marked, and gateways in front of it (OpenRouter, LiteLLM) pass markers on. Other models
 * cache by themselves: their requests stay unchanged.
 */
export function withCacheMarkers(params: Params): Params {
  if (!/(?:^|[/.])claude-/i.test(params.model)) return params
  const { messages } = params
  const places = messages.flatMap(({ role }, index) =>
    role === 'user' || role === 'tool' ? [index] : [],
  )
  const marked = new Set(places.slice(-MARKED_MESSAGES))
  return {
    ...params,
    messages: messages.map((message, index) =>
      message.role === 'system' || marked.has(index) ? withMarker(message) : message,
    ),
  }
}

/** A server that does not know the markers gets the request without them. */
export const CACHE_MARKERS: Dispensable<Params> = {
  name: 'cache_control',
  isRefusedBy: (error) => wordsOfRefusal(error).includes('cache_control'),
  without(params) {
    const messages = params.messages.map(withoutMarker)
    return messages.some((message, index) => message !== params.messages[index])
      ? { ...params, messages }
      : null
  },
}

/** Puts the marker on the last part: everything before it is cached too. The library's types do not include it. */
function withMarker(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  const { content } = message
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  const last = parts?.at(-1)
  if (parts === null || parts === undefined || last === undefined) return message
  const marked = [...parts.slice(0, -1), { ...last, ...MARKER }]
  return { ...message, content: marked } as ChatCompletionMessageParam
}

function withoutMarker(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  const { content } = message
  if (typeof content === 'string' || !content?.some((part) => 'cache_control' in part)) {
    return message
  }
  const parts = content.map((part) => {
    const { cache_control: _marker, ...plain } = part as ChatCompletionContentPart & typeof MARKER
    return plain
  })
  const [only] = parts
  const text = parts.length === 1 && only?.type === 'text' ? only.text : parts
  return { ...message, content: text } as ChatCompletionMessageParam
}
