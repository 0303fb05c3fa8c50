import { assertNever } from '../../src/shared/assert-never.ts'
import type { Json } from './json.ts'
import { type Part, split } from './parts.ts'
import { frameEvent, type Framing, type Reply, type StreamEvent } from './reply.ts'
import { ofBytes } from './replies.ts'

export interface GeminiOptions {
  readonly finishReason?: string
  readonly usage?: Json
  readonly framing?: Framing
}

const USAGE = {
  promptTokenCount: 100,
  candidatesTokenCount: 15,
  thoughtsTokenCount: 5,
  totalTokenCount: 120,
}

/** The events of a complete, healthy answer: each contains parts, the last also the finish reason. */
export function geminiEvents(
  parts: readonly Part[],
  { finishReason = 'STOP', usage = {} }: GeminiOptions = {},
): StreamEvent[] {
  return [
    ...parts.flatMap(partsOf).map((part) => event([part])),
    event([{ text: '' }], { finishReason }, { ...USAGE, ...usage }),
  ]
}

/** A healthy answer. */
export function gemini(parts: readonly Part[], options: GeminiOptions = {}): Reply {
  return ofGeminiEvents(geminiEvents(parts, options), options.framing)
}

export function ofGeminiEvents(events: readonly StreamEvent[], framing?: Framing): Reply {
  return ofBytes(events.map((each) => frameEvent(each, framing)))
}

/** One event whose candidate contains these parts. */
export function event(parts: readonly Json[], beside: Json = {}, usage: Json = {}): StreamEvent {
  const candidate = { index: 0, content: { role: 'model', parts }, ...beside }
  const usageMetadata = { promptTokenCount: USAGE.promptTokenCount, ...usage }
  return unnamed({ candidates: [candidate], usageMetadata, modelVersion: 'fake', responseId: 'r' })
}

export function unnamed(data: Json): StreamEvent {
  return { name: null, data }
}

function partsOf(part: Part): readonly Json[] {
  switch (part.type) {
    case 'text':
      return split(part.text, part.pieces).map((text) => ({ text }))
    case 'thinking':
      return split(part.text, part.pieces).map((text) => ({ text, thought: true }))
    case 'toolCall': {
      const id = part.id === undefined ? {} : { id: part.id }
      return [{ functionCall: { ...id, name: part.name, args: part.input } }]
    }
    case 'block':
      return [part.json]
    case 'redactedThinking':
      return []
    default:
      return assertNever(part)
  }
}

/** A refusal as a google.rpc.Status. */
export function geminiRefusal(
  code: number,
  status: string,
  message: string,
  details: readonly Json[] = [],
): Reply {
  const body = { error: { code, message, status, details } }
  const head = { status: code, headers: { 'content-type': 'application/json; charset=UTF-8' } }
  return { head, steps: [{ type: 'send', bytes: JSON.stringify(body) }] }
}

const INFO = 'type.googleapis.com/google.rpc.ErrorInfo'

export const NO_GEMINI_KEY = geminiRefusal(
  400,
  'INVALID_ARGUMENT',
  'API key not valid. Please pass a valid API key.',
  [{ '@type': INFO, reason: 'API_KEY_INVALID', domain: 'googleapis.com' }],
)
