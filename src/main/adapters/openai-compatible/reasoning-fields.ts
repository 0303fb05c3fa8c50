import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { parseObject } from '../model-api/call-parts.ts'

/** Names under which servers give what a model thinks; where both come, they say the same. */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const

/** No field of its own: parts of the content that are of type `thinking`, as Mistral sends them. */
export const THINKING_PARTS = 'content.thinking'

/** Fields beside a call that its server wants back: Gemini's signature, and what LiteLLM makes of it. */
const CALL_FIELDS = ['extra_content', 'provider_specific_fields'] as const

/** What of them stands in a piece of a call. */
export function callFieldsIn(piece: JsonObject): JsonObject {
  const found = CALL_FIELDS.flatMap((name) => {
    const value = asObject(piece[name])
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}

/**
 * The entries of `reasoning_details`, put together again from the pieces of a stream. The index does not tell them apart: it
 * is 0 in every piece of some models. A piece goes on with the entry before it where it is of its kind and names no other
 * (OpenRouterTeam/ai-sdk-provider #519, agno-agi/agno #8794). What is encrypted comes whole.
 */
export class ReasoningDetails {
  readonly entries: JsonObject[] = []

  /** True: it begins an entry. */
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

/** What is said of it later counts, but for nothing; text grows. */
function joined(last: JsonObject, piece: JsonObject): JsonObject {
  const said = Object.entries(piece).filter(([, value]) => value !== null && value !== undefined)
  const all: JsonObject = { ...last, ...Object.fromEntries(said) }
  for (const name of GROWING) {
    const [before, more] = [asText(last[name]), asText(piece[name])]
    if (before !== null && more !== null) all[name] = before + more
  }
  return all
}

/** As it can be stored and sent again; null: it is nested without end. */
export function storable(json: JsonObject): JsonObject | null {
  return parseObject(JSON.stringify(json))
}
