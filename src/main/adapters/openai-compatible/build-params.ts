import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions'
import { assertNever } from '../../../shared/assert-never.ts'
import type { CallInput } from '../../../shared/content.ts'
import { effortWithin } from '../../../shared/effort.ts'
import type {
  RequestBlock,
  RequestImage,
  RequestMessage,
  RequestText,
} from '../../core/model-request.ts'
import type { Worded } from '../model-api/ask-endpoint.ts'
import { portableName, shownInput } from '../model-api/call-parts.ts'
import type { ImageOf } from '../model-api/image-source.ts'
import { countsThinking, levelsOf } from './models.ts'

/** Our request in the words of chat completions. */
export function buildParams(
  { effort, provider, request }: Worded,
  imageOf: ImageOf,
): ChatCompletionCreateParamsStreaming {
  const { messages, system, tools } = request
  const { limits, model } = provider
  const level = effortWithin(levelsOf(model), effort)
  const ids = new CallIds()
  return {
    model,
    [countsThinking(model) ? 'max_completion_tokens' : 'max_tokens']: limits.outputTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...(level === 'auto' ? {} : { reasoning_effort: level }),
    ...(tools.length > 0
      ? {
          tools: tools.map(({ description, inputSchema: parameters, name }) => ({
            type: 'function' as const,
            function: { name, description, parameters },
          })),
        }
      : {}),
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system', content: system } as const]),
      ...messages.flatMap((message) =>
        message.role === 'user'
          ? userMessages(message, ids, imageOf)
          : [agentMessage(message, ids)],
      ),
    ],
  }
}

/** Some servers take ids of nine letters and digits alone: calls are numbered through, the same in every request. */
class CallIds {
  private readonly known = new Map<string, string>()

  of(id: string): string {
    const known = this.known.get(id)
    if (known !== undefined) return known
    const numbered = `call${String(this.known.size + 1).padStart(5, '0')}`
    this.known.set(id, numbered)
    return numbered
  }
}

/** Results are messages of their own, ahead of their images and of what was said. */
function userMessages(
  { blocks }: RequestMessage,
  ids: CallIds,
  imageOf: ImageOf,
): readonly ChatCompletionMessageParam[] {
  const results: ChatCompletionMessageParam[] = []
  const said: ChatCompletionContentPart[] = []
  for (const block of blocks) {
    if (block.type === 'toolResult') {
      const { content, id, isError } = block
      const text = textOf(content)
      const told = isError ? `[failed]\n${text}` : text
      results.push({ role: 'tool', tool_call_id: ids.of(id), content: told })
      said.push(
        ...content
          .filter(({ type }) => type === 'image')
          .flatMap((image) => partOf(image, imageOf)),
      )
    } else {
      said.push(...partOf(block, imageOf))
    }
  }
  if (said.length === 0) return results
  const texts = said.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  // Many servers read a content of parts only where they must.
  const content = texts.length === said.length ? texts.join('\n\n') : said
  return [...results, { role: 'user', content }]
}

/** A result is text alone: an image of it follows in what was said. */
function textOf(content: readonly (RequestText | RequestImage)[]): string {
  const texts = content.map((part) =>
    part.type === 'text' ? part.text : `[image ${part.name} follows]`,
  )
  return texts.join('\n')
}

function partOf(block: RequestBlock, imageOf: ImageOf): readonly ChatCompletionContentPart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image': {
      const image = imageOf(block)
      if (image === null) return [{ type: 'text', text: `[image ${block.name} is gone]` }]
      const url = `data:${image.mediaType};base64,${image.data}`
      return [{ type: 'image_url', image_url: { url } }]
    }
    case 'thinking':
    case 'redactedThinking':
    case 'toolCall':
    case 'toolResult':
    case 'other':
      return []
    default:
      return assertNever(block)
  }
}

/** Thinking stays with us: this API has no place for it. */
function agentMessage({ blocks }: RequestMessage, ids: CallIds): ChatCompletionMessageParam {
  const texts: string[] = []
  const calls: ChatCompletionMessageToolCall[] = []
  for (const block of blocks) {
    if (block.type === 'text') texts.push(block.text)
    if (block.type === 'toolCall') {
      const args = argumentsOf(block.input)
      const fn = { name: portableName(block.name), arguments: args }
      calls.push({ type: 'function', id: ids.of(block.id), function: fn })
    }
  }
  const content = texts.length === 0 ? (calls.length === 0 ? '' : null) : texts.join('\n\n')
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

function argumentsOf(input: CallInput): string {
  return JSON.stringify(shownInput(input))
}
