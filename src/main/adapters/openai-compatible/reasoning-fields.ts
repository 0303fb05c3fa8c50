import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { parseObject } from '../model-api/call-parts.ts'

/** The possible names of the field with a model's thinking; if several are present, their texts are the same. */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const

/** Not a field but parts of the content with the type `thinking`, as Mistral sends them. */
export const THINKING_PARTS = 'content.thinking'

/** Fields of a call that its server requires back: Gemini's signature, and LiteLLM's form of it. */
const CALL_FIELDS = ['extra_content', 'provider_specific_fields'] as const

/** The fields that a piece of a call contains. */
export function callFieldsIn(piece: JsonObject): JsonObject {
  const found = CALL_FIELDS.flatMap((name) => {
    const value = asObject(piece[name])
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}

/**
 * Assembles the entries of `reasoning_details` from the pieces of a stream. The index does not identify them: for some
 * models it is 0 in every piece. A piece continues the previous entry if it is of the same kind and names no other
 * (OpenRouterTeam/ai-sdk-provider #519, agno-agi/agno #8794). Encrypted entries arrive complete.
 */
export class ReasoningDetails {
  readonly entries: JsonObject[] = []

  /** Returns true if the piece begins an entry. */
  take(piece: JsonObject): boolean {
    const last = this.entries.at(-1)
    const isNew = last === undefined || !goesOn(last, piece)
    if (isNew) this.entries.push(piece)
    else this.entries[this.entries.length - 1] = joined(last, piece)
    return isNew
  }
}

function goesOn(last: JsonObject, piece: JsonObject): boolean {
  const isSame = (name: string): boolean =>
    last[name] === piece[name] || last[name] == null || piece[name] == null
  if (last['type'] !== piece['type'] || !isSame('index') || !isSame('id')) return false
  const isSigned = (asText(last['signature']) ?? '') !== ''
  const isWhole = asText(last['data']) !== null || (isSigned && saysText(piece))
  return !isWhole
}

function saysText(piece: JsonObject): boolean {
  return GROWING.some((name) => (asText(piece[name]) ?? '') !== '')
}

const GROWING = ['text', 'summary'] as const

/** Later values override earlier ones, unless empty; text is appended. */
function joined(last: JsonObject, piece: JsonObject): JsonObject {
  const present = Object.entries(piece).filter(([, value]) => value !== null && value !== undefined)
  const all: JsonObject = { ...last, ...Object.fromEntries(present) }
  for (const name of GROWING) {
    const [before, more] = [asText(last[name]), asText(piece[name])]
    if (before !== null && more !== null) all[name] = before + more
  }
  return all
}

/** Makes it fit to be stored and sent again; null if it is nested too deep. */
export function storable(json: JsonObject): JsonObject | null {
  return parseObject(JSON.stringify(json))
}
