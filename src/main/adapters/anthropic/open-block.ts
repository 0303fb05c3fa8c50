import { assertNever } from '../../../shared/assert-never.ts'
import type { Block } from '../../../shared/messages/content.ts'
import { parseObject, readInput } from '../model-api/call-parts.ts'
import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { sourcesIn } from '../model-api/sources.ts'
import { stepOf } from './web-steps.ts'

/** A block that is still being received. Its pieces are joined once, when it closes. */
export type OpenBlock =
  | { readonly type: 'text'; readonly pieces: string[]; readonly citations: JsonObject[] }
  | { readonly type: 'thinking'; readonly pieces: string[]; signature: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  | {
      readonly type: 'toolCall'
      readonly id: string
      readonly name: string
      readonly initialInput: JsonObject
      readonly pieces: string[]
    }
  | { readonly type: 'other'; readonly json: JsonObject; readonly pieces: string[] }

/** T35: a missing id or name of a call becomes an empty string; the next request replaces it with a valid one. */
export function openBlock(start: JsonObject): OpenBlock {
  switch (start['type']) {
    case 'text':
      return { type: 'text', pieces: present(asText(start['text'])), citations: [] }
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
        initialInput: asObject(start['input']) ?? {},
        pieces: [],
      }
    default:
      return { type: 'other', json: start, pieces: [] }
  }
}

export function closeBlock(block: OpenBlock): Block {
  switch (block.type) {
    case 'text':
      return closeText(block.pieces.join(''), block.citations)
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
        input: readInput(block.pieces.join(''), block.initialInput),
      }
    case 'other': {
      const json = closeOther(block.json, block.pieces.join(''))
      const step = stepOf(json)
      return step === null ? { type: 'other', json } : { type: 'serverTool', step, json }
    }
    default:
      return assertNever(block)
  }
}

/** The citations of a provider's search results go back with the text; no other text has any. */
function closeText(text: string, citations: readonly JsonObject[]): Block {
  if (citations.length === 0) return { type: 'text', text }
  return { type: 'text', text, sources: sourcesIn(citations), provider: { citations } }
}

function present(text: string | null): string[] {
  return text === null || text === '' ? [] : [text]
}

function closeOther(json: JsonObject, text: string): JsonObject {
  const input = text === '' ? null : parseObject(text)
  return input === null ? json : { ...json, input }
}
