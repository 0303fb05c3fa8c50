import { assertNever } from '../../../shared/assert-never.ts'
import type { Block, CallInput } from '../../../shared/content.ts'
import { asObject, asText, isTooDeep, type JsonObject } from '../model-api/json-fields.ts'

/** A block while its pieces still come. They are joined once, when it closes. */
export type OpenBlock =
  | { readonly type: 'text'; readonly pieces: string[] }
  | { readonly type: 'thinking'; readonly pieces: string[]; signature: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  | {
      readonly type: 'toolCall'
      readonly id: string
      readonly name: string
      readonly given: JsonObject
      readonly pieces: string[]
    }
  | { readonly type: 'other'; readonly json: JsonObject; readonly pieces: string[] }

/** T35: a call without an id or a name keeps that as an empty string; the request to come puts a valid one there. */
export function openBlock(start: JsonObject): OpenBlock {
  switch (start['type']) {
    case 'text':
      return { type: 'text', pieces: present(asText(start['text'])) }
    case 'thinking':
      return {
        type: 'thinking',
        pieces: present(asText(start['thinking'])),
        signature: asText(start['signature']) ?? '',
      }
    case 'redacted_thinking':
      return { type: 'redactedThinking', data: asText(start['data']) ?? '' }
    case 'tool_use':
      return {
        type: 'toolCall',
        id: asText(start['id']) ?? '',
        name: asText(start['name']) ?? '',
        given: asObject(start['input']) ?? {},
        pieces: [],
      }
    default:
      return { type: 'other', json: start, pieces: [] }
  }
}

export function closeBlock(block: OpenBlock): Block {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.pieces.join('') }
    case 'thinking':
      return {
        type: 'thinking',
        text: block.pieces.join(''),
        signature: block.signature === '' ? null : block.signature,
      }
    case 'redactedThinking':
      return block
    case 'toolCall':
      return {
        type: 'toolCall',
        providerCallId: block.id,
        name: block.name,
        input: readInput(block.pieces.join(''), block.given),
      }
    case 'other':
      return { type: 'other', json: closeOther(block.json, block.pieces.join('')) }
    default:
      return assertNever(block)
  }
}

function present(text: string | null): string[] {
  return text === null || text === '' ? [] : [text]
}

/** T34: what is no JSON object, or one nested without end, stays the text that it was. No text at all is a call without arguments. */
function readInput(text: string, given: JsonObject): CallInput {
  if (text === '') return { type: 'object', value: given }
  const value = parseObject(text)
  return value === null ? { type: 'unparsed', text } : { type: 'object', value }
}

function closeOther(json: JsonObject, text: string): JsonObject {
  const input = text === '' ? null : parseObject(text)
  return input === null ? json : { ...json, input }
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    if (isTooDeep(value)) return null
    return asObject(ESCAPED_SURROGATE.test(text) ? JSON.parse(text, wellFormed) : value)
  } catch {
    return null
  }
}

/** Half a character, written as an escape, could neither be stored as UTF-8 nor sent again. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(LONE_SURROGATE, '\uFFFD') : value
}
