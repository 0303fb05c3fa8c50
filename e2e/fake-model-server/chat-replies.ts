import { assertNever } from '../../src/shared/assert-never.ts'
import type { Json } from './json.ts'
import { type Part, split } from './parts.ts'
import { frameEvent, type Framing, type Reply, type StreamEvent } from './reply.ts'
import { ofBytes } from './replies.ts'

export interface ChatOptions {
  /** Default: tool_calls if there are calls, otherwise stop. Null: none is ever sent. */
  readonly finishReason?: string | null
  readonly usage?: Json
  readonly framing?: Framing
  /** Some servers omit the final line. */
  readonly endsWithDone?: boolean
}

let calls = 0

/** The chunks of a complete, healthy answer, without the final line. */
export function chatChunks(parts: readonly Part[], options: ChatOptions = {}): Json[] {
  const hasCalls = parts.some(({ type }) => type === 'toolCall')
  const { finishReason = hasCalls ? 'tool_calls' : 'stop', usage = {} } = options
  let index = 0
  return [
    chunk({ role: 'assistant', content: '' }),
    ...parts.flatMap((part) =>
      deltasOf(part, part.type === 'toolCall' ? index++ : 0).map((delta) => chunk(delta)),
    ),
    chunk({}, finishReason),
    {
      ...HEAD,
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...usage },
    },
  ]
}

/** A healthy answer. */
export function chat(parts: readonly Part[], options: ChatOptions = {}): Reply {
  return ofChunks(chatChunks(parts, options), options)
}

/** A stream of exactly these chunks. */
export function ofChunks(
  chunks: readonly (Json | string)[],
  { endsWithDone = true, framing }: Pick<ChatOptions, 'framing' | 'endsWithDone'> = {},
): Reply {
  const events: readonly (Json | string)[] = endsWithDone ? [...chunks, '[DONE]'] : chunks
  return ofBytes(events.map((data) => frameEvent(unnamed(data), framing)))
}

function unnamed(data: Json | string): StreamEvent {
  return { name: null, data }
}

const HEAD = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 0, model: 'fake' }

export function chunk(delta: Json, finishReason: string | null = null): Json {
  return { ...HEAD, choices: [{ index: 0, delta, finish_reason: finishReason }] }
}

function deltasOf(part: Part, index: number): Json[] {
  switch (part.type) {
    case 'text':
      return split(part.text, part.pieces).map((content) => ({ content }))
    case 'thinking':
      return split(part.text, part.pieces).map((text) => ({ reasoning_content: text }))
    case 'toolCall': {
      const json = typeof part.input === 'string' ? part.input : JSON.stringify(part.input)
      const id = part.id ?? `call_fake_${++calls}`
      const head = { index, id, type: 'function', function: { name: part.name, arguments: '' } }
      return [
        { tool_calls: [head] },
        ...split(json, part.pieces).map((piece) => ({
          tool_calls: [{ index, function: { arguments: piece } }],
        })),
      ]
    }
    case 'redactedThinking':
    case 'block':
      return []
    default:
      return assertNever(part)
  }
}

/** A refusal in OpenAI's words. */
export function chatRefusal(
  status: number,
  error: Json | string | null,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const body = error === null ? '' : JSON.stringify({ error })
  return {
    head: { status, headers: { 'content-type': 'application/json', ...headers } },
    steps: [{ type: 'send', bytes: body }],
  }
}
