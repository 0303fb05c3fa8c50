import type { Block } from '../../../shared/messages/content.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import type { StreamEnd } from '../model-api/stream-end.ts'

const ENDS: { readonly [End in ReplyEnd]?: readonly string[] } = {
  // `eos`: Together; `end_turn`: xAI and translated APIs; `STOP`: proxies in front of Gemini.
  endTurn: ['stop', 'eos', 'end_turn', 'endturn', 'complete', 'completed', 'done', 'eos_token'],
  stopSequence: ['stop_sequence'],
  // `tool_use`: Novita, translated APIs.
  toolUse: ['tool_calls', 'function_call', 'tool_use', 'tool_call'],
  maxTokens: ['length', 'max_tokens', 'max_output_tokens', 'max_completion_tokens'],
  // Mistral; z.ai, and translated APIs.
  contextFull: ['model_length', 'model_context_window_exceeded', 'context_length_exceeded'],
  // `sensitive`: z.ai; the others: proxies in front of Gemini and Claude.
  refusal: [
    'content_filter',
    'content_filtered',
    'sensitive',
    'refusal',
    'safety',
    'recitation',
    'prohibited_content',
    'blocklist',
    'spii',
    'image_safety',
    'moderation',
    'guardrail_intervened',
  ],
}

/** End reasons that report a failure of the server: what arrived is part of an answer. */
const FAULTS: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['error', { type: 'serverError', because: null }], // OpenRouter
  ['abort', { type: 'serverError', because: null }], // SGLang
  ['network_error', { type: 'brokenOff' }], // z.ai
  ['insufficient_system_resource', { type: 'overloaded' }], // DeepSeek
  ['malformed_function_call', { type: 'badCall', because: null }], // Gemini
  ['unexpected_tool_call', { type: 'badCall', because: null }], // Gemini
])

const ENDS_BY_NAME: ReadonlyMap<string, ReplyEnd> = new Map(
  Object.entries(ENDS).flatMap(([end, names]) =>
    names.map((name) => [name, end as ReplyEnd] as const),
  ),
)

/**
 * The meaning of an end reason, by the names that any server uses (the table in models.md). Null is a missing reason before
 * [DONE]: calls run if every call is complete, and an incomplete one is a broken stream; text without calls may be cut, so
 * people are told. They are also told about an unknown reason.
 */
export function streamEndOf(reason: string | null, blocks: readonly Block[]): StreamEnd {
  if (reason === null) return withoutReason(blocks)
  const name = reason.toLowerCase().replaceAll('-', '_')
  for (const [known, fault] of FAULTS) {
    // Gemini: `function_call_filter: malformed_function_call`.
    if (name === known || name.endsWith(`: ${known}`)) return { type: 'failed', fault }
  }
  return { type: 'end', end: ENDS_BY_NAME.get(name) ?? 'unknown' }
}

function withoutReason(blocks: readonly Block[]): StreamEnd {
  const calls = blocks.filter((block) => block.type === 'toolCall')
  if (calls.length === 0) return { type: 'end', end: 'unknown' }
  const areWhole = calls.every(({ input, name }) => name !== '' && input.type === 'object')
  return areWhole
    ? { type: 'end', end: 'toolUse' }
    : { type: 'failed', fault: { type: 'brokenOff' } }
}
