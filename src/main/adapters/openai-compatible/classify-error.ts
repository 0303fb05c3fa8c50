import { APIConnectionError, APIError } from 'openai/core/error'
import { type Refused, withoutWait } from '../model-api/ask-endpoint.ts'
import { type Fault, limitFault } from '../model-api/faults/fault.ts'
import { asCount, asObject, type JsonObject } from '../model-api/json-fields.ts'
import { waitOf } from '../model-api/faults/retry-after.ts'
import { waitInWords } from '../model-api/faults/retry-words.ts'
import { cutShort, statusFault } from '../model-api/status-fault.ts'
import { saysTooLong, tooLargeFault, tooLongFault } from '../model-api/faults/too-long.ts'
import {
  rejectedPartIn,
  saysFlagged,
  saysKeyRefused,
  saysNoSuchModel,
  saysOtherLimitName,
  saysResponsesOnly,
  saysUnpaid,
} from './refusal-words.ts'
import { type ErrorDetails, errorDetailsIn } from './error-details.ts'
import { choicesIn } from './first-choice.ts'

/** Classifies an error that the SDK threw before the stream began. */
export function classifyThrown(error: unknown, now: number): Refused {
  const ended = limitFault(error)
  if (ended !== null) return withoutWait(ended)
  // No answer came, possibly because of the connect deadline; the watchdog owns all other deadlines.
  if (error instanceof APIConnectionError) return withoutWait({ type: 'unreachable' })
  if (!(error instanceof APIError) || typeof error.status !== 'number') {
    return withoutWait({ type: 'bug' })
  }
  const headers = error.headers instanceof Headers ? error.headers : new Headers()
  const details = { status: error.status, ...errorDetailsIn(error.error ?? wordsOf(error)) }
  const fault = cutShort(faultOf(details), error.headers)
  return { fault, retryAfterMs: waitOf(fault, headers, now) ?? waitIn(details, now) }
}

/** True if `send` rejected because the output limit has another name for this model. */
export function refusesLimitName(error: unknown): boolean {
  const words = error instanceof APIError ? errorDetailsIn(error.error).message : null
  return words !== null && saysOtherLimitName(words)
}

/** Classifies a chunk that is an error, after status 200. Null if it is not one. */
export function classifyErrorChunk(chunk: JsonObject, now: number): Refused | null {
  const error = errorIn(chunk)
  if (error === null) return null
  const details = { status: null, ...errorDetailsIn(error) }
  return { fault: faultOf(details), retryAfterMs: waitIn(details, now) }
}

/**
 * OpenRouter puts the error next to the failed choice, MiniMax into a separate field; in old versions of vLLM it is the
 * chunk.
 */
function errorIn(chunk: JsonObject): unknown {
  const { error, object } = chunk
  if (error !== undefined && error !== null) return error
  if (object === 'error') return chunk
  const choice = choicesIn(chunk).find((each) => asObject(each['error']) !== null)
  if (choice !== undefined && !isCleanEnd(choice['finish_reason'])) return choice['error']
  const state = asObject(chunk['base_resp'])
  const code = asCount(state?.['status_code']) ?? 0
  return code === 0 ? null : { code, message: state?.['status_msg'] }
}

/** True if the answer is complete: then an error next to it does not count. */
function isCleanEnd(reason: unknown): boolean {
  return typeof reason === 'string' && reason !== '' && reason !== 'error'
}

/**
 * The body of a refusal that is not JSON, which the SDK puts after the status; null if it is empty, or from a wrong address.
 */
function wordsOf({ message, status }: APIError): string | null {
  const words = message.startsWith(`${status} `) ? message.slice(`${status} `.length).trim() : ''
  const hasWords = words !== '' && words !== 'status code (no body)' && !words.startsWith('<')
  if (status === 404) return null
  return hasWords ? words : null
}

/** How long a limit lasts according to its text; null if unknown, or if it is not a limit. */
function waitIn(details: ErrorDetails, now: number): number | null {
  const isLimit =
    details.status === null ||
    details.status === 400 ||
    details.status === 429 ||
    details.status >= 500
  if (!isLimit) return null
  return (
    details.retryDelayMs ?? (details.message === null ? null : waitInWords(details.message, now))
  )
}

/** Decides by the code if it is known, otherwise by the status. */
function faultOf(details: ErrorDetails): Fault {
  if (isTooLong(details)) return tooLongFault(details.message)
  for (const name of [details.code, details.type]) {
    const fault = name === null ? undefined : BY_NAME.get(name)
    if (fault?.type === 'badCall') return { type: 'badCall', because: details.message }
    if (fault !== undefined) return fault
  }
  // Gemini also says this about a limit of a minute, but then gives its duration.
  if (details.message !== null && saysUnpaid(details.message) && waitIn(details, 0) === null) {
    return { type: 'unpaid' }
  }
  return faultOfStatus(details.status ?? statusIn(details), details)
}

const BY_NAME: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['invalid_api_key', { type: 'keyRefused' }],
  ['authentication_error', { type: 'keyRefused' }],
  ['insufficient_quota', { type: 'unpaid' }],
  ['billing_hard_limit_reached', { type: 'unpaid' }],
  ['exceeded_current_quota_error', { type: 'unpaid' }], // Moonshot
  ['1113', { type: 'unpaid' }], // z.ai
  ['1008', { type: 'unpaid' }], // MiniMax
  ['insufficient_user_quota', { type: 'unpaid' }], // new-api
  ['tool_use_failed', { type: 'badCall', because: null }], // Groq
  ['billing_not_active', { type: 'unpaid' }],
  ['rate_limit_exceeded', { type: 'rateLimited' }],
  ['rate_limit_error', { type: 'rateLimited' }],
  ['model_not_found', { type: 'unknownModel' }],
  ['permission_error', { type: 'modelNotAllowed' }],
  ['overloaded_error', { type: 'overloaded' }],
])

/** In a stream, some routers report the status of the server behind them. */
function statusIn({ code, type }: ErrorDetails): number {
  const status = Number(code)
  if (Number.isInteger(status) && status >= 400 && status < 600) return status
  if (type === 'not_found_error') return 404
  return type === 'invalid_request_error' ? 400 : 500
}

function faultOfStatus(status: number, { message, param }: ErrorDetails): Fault {
  if (status === 413) return tooLargeFault(message)
  const isFlagged = status === 403 && message !== null && saysFlagged(message)
  const fault = isFlagged ? null : statusFault(status, message)
  if (fault !== null) return fault
  if (message === null) {
    // Cerebras gives no more details about a request that is too long, and others none about one that they cannot read.
    const about = { type: 'unclear' } as const
    return status === 400 ? { type: 'requestRefused', because: null, about } : { type: 'notTheApi' }
  }
  if (saysKeyRefused(message)) return { type: 'keyRefused' }
  if (saysResponsesOnly(message)) return { type: 'wantsResponses' }
  if (status === 404 && saysNoSuchModel(message)) return { type: 'unknownModel' }
  return { type: 'requestRefused', because: message, about: rejectedPartIn(message, param) }
}

const TOO_LONG_CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'tokens_limit_reached',
  'too_many_prompt_tokens', // Perplexity
  'model_context_window_exceeded',
  '1261', // z.ai
])

function isTooLong({ type, code, message }: ErrorDetails): boolean {
  if ([type, code].some((name) => name !== null && TOO_LONG_CODES.has(name))) return true
  return message !== null && saysTooLong(message)
}
