import { APIError } from 'openai/core/error'
import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { refusalText } from '../model-api/faults/refusal-text.ts'
import { retryDelayIn } from '../model-api/faults/retry-words.ts'

/** The server's own fields that describe a failure. `status` is null in the middle of a stream. */
export interface ErrorDetails {
  readonly status: number | null
  readonly type: string | null
  readonly code: string | null
  readonly message: string | null
  /** The field of the request that it concerns, such as `messages.2.content`. */
  readonly param: string | null
  /** From Google's RetryInfo, in ms. */
  readonly retryDelayMs: number | null
}

/**
 * Small servers answer with only a sentence, Gemini with an error in a list, Mistral and FastAPI servers with a list of
 * fields and their problems. A router quotes the server behind it, which knows more than the router does.
 */
export function errorDetailsIn(error: unknown): Omit<ErrorDetails, 'status'> {
  const only: unknown = Array.isArray(error) && !isFields(error) ? error[0] : error
  const inner = asObject(only)?.['error'] ?? only
  const fields = asObject(inner)
  const nested = quotedIn(fields)
  if (nested !== null) return nested
  const wrong =
    wrongFields(fields?.['detail']) ?? wrongFields(fields?.['message']) ?? wrongFields(inner)
  return {
    type: asText(fields?.['type']),
    code: codeIn(fields),
    message: refusalText(
      wrong?.words ?? asText(fields?.['message']) ?? asText(fields?.['detail']) ?? inner,
    ),
    param: refusalText(asText(fields?.['param']) ?? wrong?.param),
    retryDelayMs: retryDelayIn(fields?.['details']),
  }
}

function codeIn(fields: JsonObject | null): string | null {
  const code = fields?.['code']
  return typeof code === 'number' ? String(code) : asText(code)
}

/** The text of a refusal with the field that it names; empty if the error is not a server's answer. */
export function wordsOfRefusal(error: unknown): string {
  if (!(error instanceof APIError)) return ''
  const { message, param } = errorDetailsIn(error.error)
  return `${param ?? ''} ${message ?? ''}`
}

/** OpenRouter: `metadata.raw` is the body of the server behind it, as text. */
function quotedIn(fields: JsonObject | null): Omit<ErrorDetails, 'status'> | null {
  const raw = asText(asObject(fields?.['metadata'])?.['raw'])
  if (raw === null || raw.trim() === '') return null
  const { code, message, ...rest } = errorDetailsIn(parsed(raw))
  return message === null ? null : { ...rest, code: code ?? codeIn(fields), message }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface WrongFields {
  readonly words: string
  /** The first of the fields. */
  readonly param: string
}

/** `[{ loc: ['body', 'messages', 2, 'assistant', 'reasoning_content'], msg: 'Extra inputs are not permitted' }]` */
function wrongFields(value: unknown): WrongFields | null {
  const list = asObject(value)?.['detail'] ?? value
  if (!isFields(list)) return null
  const problems = list.flatMap((each) => {
    const msg = asText(asObject(each)?.['msg'])
    return msg === null ? [] : [{ at: placeOf(asObject(each)?.['loc']), msg }]
  })
  const words = problems.map(({ at, msg }) => (at === '' ? msg : `${at}: ${msg}`)).join('; ')
  return { words, param: problems[0]?.at ?? '' }
}

function isFields(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some((each) => asText(asObject(each)?.['msg']) !== null)
}

function placeOf(loc: unknown): string {
  const path = Array.isArray(loc) ? loc : []
  return (path[0] === 'body' ? path.slice(1) : path).join('.')
}
