import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { assertNever } from '../../../shared/assert-never.ts'
import { effortWithin } from '../../../shared/models/effort.ts'
import type {
  RequestBlock,
  RequestImage,
  RequestMessage,
  RequestText,
} from '../../core/request/model-request.ts'
import { levelsOf } from '../known-models/known-models.ts'
import type { RequestInput } from '../model-api/ask-endpoint.ts'
import type { Base64Of } from '../model-api/media-source.ts'
import { agentMessage } from './agent-message.ts'
import { callIdsFor, type IdOf } from './call-ids-for.ts'
import { countsThinking } from './models.ts'

/** Converts our request to the format of chat completions. */
export function buildParams(
  { effort, provider, request }: RequestInput,
  base64Of: Base64Of,
): ChatCompletionCreateParamsStreaming {
  const { messages, system, tools } = request
  const { limits, model } = provider
  const level = effortWithin(levelsOf(model), effort)
  const idOf = callIdsFor(model, messages)
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
          ? userMessages(message, idOf, base64Of)
          : [agentMessage(message, idOf)],
      ),
    ],
  }
}

/** Results become separate messages, before their images and before text. */
function userMessages(
  { blocks }: RequestMessage,
  idOf: IdOf,
  base64Of: Base64Of,
): readonly ChatCompletionMessageParam[] {
  const results: ChatCompletionMessageParam[] = []
  const otherParts: ChatCompletionContentPart[] = []
  for (const block of blocks) {
    if (block.type === 'toolResult') {
      const { content, isError } = block
      const text = textOf(content)
      const labelled = isError ? `[failed]\n${text}` : text
      results.push({ role: 'tool', tool_call_id: idOf(block), content: labelled })
      otherParts.push(
        ...content
          .filter(({ type }) => type === 'image')
          .flatMap((image) => partOf(image, base64Of)),
      )
    } else {
      otherParts.push(...partOf(block, base64Of))
    }
  }
  if (otherParts.length === 0) return results
  const texts = otherParts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  // Many servers accept content in parts only where necessary.
  const content = texts.length === otherParts.length ? texts.join('\n\n') : otherParts
  return [...results, { role: 'user', content }]
}

/** A result has only text: its images follow in the user's message. */
function textOf(content: readonly (RequestText | RequestImage)[]): string {
  const texts = content.map((part) =>
    part.type === 'text' ? part.text : `[image ${part.name} follows]`,
  )
  return texts.join('\n')
}

function partOf(block: RequestBlock, base64Of: Base64Of): readonly ChatCompletionContentPart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image': {
      const data = base64Of(block)
      if (data === null) return [{ type: 'text', text: `[image ${block.name} is gone]` }]
      const url = `data:${block.mediaType};base64,${data}`
      return [{ type: 'image_url', image_url: { url } }]
    }
    case 'document': {
      const data = base64Of(block)
      if (data === null) return [{ type: 'text', text: `[document ${block.name} is gone]` }]
      const url = `data:${block.mediaType};base64,${data}`
      return [{ type: 'file', file: { filename: block.name, file_data: url } }]
    }
    case 'thinking':
    case 'redactedThinking':
    case 'reasoning':
    case 'noReasoning':
    case 'providerItem':
    case 'toolCall':
    case 'toolResult':
    case 'serverTool':
    case 'other':
      return []
    default:
      return assertNever(block)
  }
}
