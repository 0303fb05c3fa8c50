import { createHash } from 'node:crypto'
import { assertNever } from '../../../shared/assert-never.ts'
import type { CallInput } from '../../../shared/messages/content.ts'
import { cutUtf8 } from './faults/cut-utf8.ts'
import { asObject, isTooDeep, type JsonObject } from './json-fields.ts'

const MAX_UNPARSED_BYTES = 2048

/** Rule 13: the model sees its unparsable input unchanged. */
export function shownInput(input: CallInput): Readonly<Record<string, unknown>> {
  switch (input.type) {
    case 'object':
      return input.value
    case 'unparsed':
      return { unparsed: cutUtf8(input.text, MAX_UNPARSED_BYTES) }
    default:
      return assertNever(input)
  }
}

/** Replaces an id with characters outside this alphabet: in the same way for the call and its result, in every request. */
export function portableId(id: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) return id
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`
}

/** T35: a name that the provider would refuse must not make it refuse the whole conversation. */
export function portableName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed'
}

/** T34: input that is not a JSON object, or is nested too deep, stays text. Empty text is a call without arguments. */
export function readInput(text: string, initial: JsonObject = {}): CallInput {
  if (text === '') return { type: 'object', value: initial }
  const value = parseObject(text)
  return value === null ? { type: 'unparsed', text } : { type: 'object', value }
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    if (isTooDeep(value)) return null
    return asObject(ESCAPED_SURROGATE.test(text) ? JSON.parse(text, wellFormed) : value)
  } catch {
    return null
  }
}

/** Half a surrogate pair, written as an escape, could neither be stored as UTF-8 nor sent again. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(LONE_SURROGATE, '\uFFFD') : value
}
