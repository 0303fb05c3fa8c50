import { assertNever } from '../../src/shared/assert-never.ts'
import type { Json } from './json.ts'
import { type Part, split } from './parts.ts'
import { frameEvent, type Framing, type Reply, type StreamEvent, streamEvent } from './reply.ts'
import { ofBytes } from './replies.ts'

export interface ResponseOptions {
  /** The reason why it is incomplete; null: it is complete. */
  readonly incomplete?: string | null
  readonly framing?: Framing
}

let items = 0

/** The events of a complete, healthy response. */
export function responseEvents(
  parts: readonly Part[],
  { incomplete = null }: ResponseOptions = {},
): StreamEvent[] {
  const output = parts.flatMap((part) => itemOf(part) ?? [])
  const status = incomplete === null ? 'completed' : 'incomplete'
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  }
  const details = incomplete === null ? null : { reason: incomplete }
  const response = { id: 'resp_fake', object: 'response', status, incomplete_details: details }
  return [
    streamEvent({ type: 'response.created', response: { ...response, status: 'in_progress' } }),
    ...output.flatMap(({ item, part }, index) => [
      streamEvent({ type: 'response.output_item.added', output_index: index, item: { ...item } }),
      ...deltasOf(part, index),
      streamEvent({ type: 'response.output_item.done', output_index: index, item }),
    ]),
    streamEvent({
      type: `response.${status}`,
      response: { ...response, output: output.map(({ item }) => item), usage },
    }),
  ]
}

/** A healthy response. */
export function response(parts: readonly Part[], options: ResponseOptions = {}): Reply {
  return ofEvents(responseEvents(parts, options), options.framing)
}

export function ofEvents(events: readonly StreamEvent[], framing?: Framing): Reply {
  return ofBytes(events.map((event) => frameEvent(event, framing)))
}

function itemOf(part: Part): { readonly part: Part; readonly item: Json } | null {
  const id = ++items
  switch (part.type) {
    case 'text': {
      const content = [{ type: 'output_text', text: part.text, annotations: [] }]
      const item = {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content,
      }
      return { part, item }
    }
    case 'thinking': {
      const summary = [{ type: 'summary_text', text: part.text }]
      const item = { type: 'reasoning', id: `rs_${id}`, summary, encrypted_content: part.signature }
      return { part, item }
    }
    case 'toolCall': {
      const call_id = part.id ?? `call_fake_${id}`
      const args = typeof part.input === 'string' ? part.input : JSON.stringify(part.input)
      const called = { call_id, name: part.name, arguments: args, status: 'completed' }
      return { part, item: { type: 'function_call', id: `fc_${id}`, ...called } }
    }
    case 'block':
      return { part, item: part.json }
    case 'redactedThinking':
      return null
    default:
      return assertNever(part)
  }
}

function deltasOf(part: Part, index: number): readonly StreamEvent[] {
  const at = { output_index: index }
  const pieces = (type: string, text: string, count = 1): readonly StreamEvent[] =>
    split(text, count).map((delta) => streamEvent({ type, ...at, delta }))
  switch (part.type) {
    case 'text':
      return pieces('response.output_text.delta', part.text, part.pieces)
    case 'thinking':
      return [
        streamEvent({ type: 'response.reasoning_summary_part.added', ...at }),
        ...pieces('response.reasoning_summary_text.delta', part.text, part.pieces),
      ]
    case 'toolCall': {
      const json = typeof part.input === 'string' ? part.input : JSON.stringify(part.input)
      return pieces('response.function_call_arguments.delta', json, part.pieces)
    }
    case 'block':
    case 'redactedThinking':
      return []
    default:
      return assertNever(part)
  }
}
