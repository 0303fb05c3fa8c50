import { APIConnectionError, APIError } from 'openai'
import type { Refused } from '../model-api/ask-endpoint.ts'
import type { Fault } from '../model-api/fault.ts'
import { limitFault } from '../model-api/limits.ts'
import type { JsonObject } from '../model-api/json-fields.ts'
import { waitOf } from '../model-api/retry-after.ts'
import { cutShort, statusFault } from '../model-api/status-fault.ts'
import { saysTooLong, tooLargeFault, tooLongFault } from '../model-api/too-long.ts'
import {
  objectionIn,
  saysFlagged,
  saysKeyRefused,
  saysNoSuchModel,
  saysOtherLimitName,
} from './refusal-words.ts'
import { type Told, toldIn } from './told.ts'

/** Whatever the SDK threw before the stream began. */
export function classifyThrown(error: unknown, now: number): Refused {
  const ended = limitFault(error)
  if (ended !== null) return without(ended)
  // No answer came, be it for the deadline of the connection: all other deadlines are the watchdog's.
  if (error instanceof APIConnectionError) return without({ type: 'unreachable' })
  if (!(error instanceof APIError) || typeof error.status !== 'number') {
    return without({ type: 'bug' })
  }
  const headers = error.headers instanceof Headers ? error.headers : new Headers()
  const told = faultOf({ status: error.status, ...toldIn(error.error) })
  const fault = cutShort(told, error.headers)
  return { fault, retryAfterMs: waitOf(fault, headers, now) }
}

/** Whether `send` rejected because the limit of the answer has another name for this model. */
export function refusesLimitName(error: unknown): boolean {
  const words = error instanceof APIError ? toldIn(error.error).message : null
  return words !== null && saysOtherLimitName(words)
}

/** A chunk that is an error: the status was 200 already. Null: it is none. */
export function classifyErrorChunk(chunk: JsonObject): Fault | null {
  const error = chunk['error']
  return error === undefined || error === null ? null : faultOf({ status: null, ...toldIn(error) })
}

function without(fault: Fault): Refused {
  return { fault, retryAfterMs: null }
}

/** The code where it is known, else the status. */
function faultOf(told: Told): Fault {
  if (isTooLong(told)) return tooLongFault(told.message)
  for (const name of [told.code, told.type]) {
    const fault = name === null ? undefined : BY_NAME.get(name)
    if (fault !== undefined) return fault
  }
  return faultOfStatus(told.status ?? statusIn(told), told)
}

const BY_NAME: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['invalid_api_key', { type: 'keyRefused' }],
  ['authentication_error', { type: 'keyRefused' }],
  ['insufficient_quota', { type: 'unpaid' }],
  ['billing_hard_limit_reached', { type: 'unpaid' }],
  ['billing_not_active', { type: 'unpaid' }],
  ['rate_limit_exceeded', { type: 'rateLimited' }],
  ['rate_limit_error', { type: 'rateLimited' }],
  ['model_not_found', { type: 'unknownModel' }],
  ['permission_error', { type: 'modelNotAllowed' }],
  ['overloaded_error', { type: 'overloaded' }],
])

/** For the stream: some routers put the status of the server behind them into it. */
function statusIn({ code, type }: Told): number {
  const status = Number(code)
  if (Number.isInteger(status) && status >= 400 && status < 600) return status
  if (type === 'not_found_error') return 404
  return type === 'invalid_request_error' ? 400 : 500
}

function faultOfStatus(status: number, { message, param }: Told): Fault {
  if (status === 413) return tooLargeFault(message)
  const isFlagged = status === 403 && message !== null && saysFlagged(message)
  const fault = isFlagged ? null : statusFault(status, message)
  if (fault !== null) return fault
  if (message === null) return { type: 'notTheApi' }
  if (saysKeyRefused(message)) return { type: 'keyRefused' }
  if (status === 404 && saysNoSuchModel(message)) return { type: 'unknownModel' }
  return { type: 'requestRefused', because: message, about: objectionIn(message, param) }
}

const TOO_LONG_CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'tokens_limit_reached',
])

function isTooLong({ type, code, message }: Told): boolean {
  if ([type, code].some((name) => name !== null && TOO_LONG_CODES.has(name))) return true
  return message !== null && saysTooLong(message)
}
