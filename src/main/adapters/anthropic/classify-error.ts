import { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import type { Refused } from '../model-api/ask-endpoint.ts'
import type { Fault } from '../model-api/fault.ts'
import { asObject, asText } from '../model-api/json-fields.ts'
import { waitOf } from '../model-api/retry-after.ts'
import { statusFault } from '../model-api/status-fault.ts'
import { objectionIn, saysTooLong, saysUnpaid } from './refusal-words.ts'

/** What the provider says about a failure, in its own fields. `status` is null in the middle of a stream. */
interface Answer {
  readonly status: number | null
  readonly type: string | null
  readonly code: string | null
  readonly message: string | null
}

/** Whatever the SDK threw before the stream began. */
export function classifyThrown(error: unknown, now: number): Refused {
  // No answer came, be it for the deadline of the connection: all other deadlines are the watchdog's.
  if (error instanceof APIConnectionError) return without({ type: 'unreachable' })
  if (!(error instanceof APIError) || typeof error.status !== 'number') {
    return without({ type: 'bug' })
  }
  const headers = error.headers instanceof Headers ? error.headers : new Headers()
  const body = asObject(asObject(error.error)?.['error'])
  const fault = faultOf({ status: error.status, ...answerIn(body) })
  return { fault, retryAfterMs: waitOf(fault, headers, now) }
}

/** An `error` event after the stream had begun: the status was 200, the type says what it is. */
export function classifyErrorEvent(event: unknown): Fault {
  return faultOf({ status: null, ...answerIn(asObject(asObject(event)?.['error'])) })
}

function without(fault: Fault): Refused {
  return { fault, retryAfterMs: null }
}

function answerIn(error: Record<string, unknown> | null): Omit<Answer, 'status'> {
  return {
    type: asText(error?.['type']),
    code: asText(asObject(error?.['details'])?.['error_code']),
    message: asText(error?.['message']),
  }
}

/** The type where there is one, else the status; a type that we do not know counts as none. */
function faultOf(answer: Answer): Fault {
  if (isTooLong(answer)) return { type: 'tooLong' }
  switch (answer.type) {
    case 'overloaded_error':
      return { type: 'overloaded' }
    case 'rate_limit_error':
      return { type: 'rateLimited' }
    case 'authentication_error':
      return { type: 'keyRefused' }
    case 'permission_error':
      return { type: 'modelNotAllowed' }
    case 'billing_error':
      return { type: 'unpaid' }
    case 'timeout_error':
      return { type: 'tooSlow' }
    case 'api_error':
    case 'conflict_error':
      return { type: 'serverError' }
    case 'not_found_error':
      return { type: 'unknownModel' }
    case 'invalid_request_error':
      return faultOfStatus(answer.status ?? 400, answer)
    case null:
    default:
      return faultOfStatus(answer.status ?? 500, answer)
  }
}

function faultOfStatus(status: number, { type, message }: Answer): Fault {
  const fault = statusFault(status)
  if (fault !== null) return fault
  return type === null ? { type: 'notTheApi' } : refusedFor(message)
}

/** The API has a status for the bytes, and words for the tokens. */
function isTooLong({ status, type, code, message }: Answer): boolean {
  if (status === 413 || type === 'request_too_large' || code === 'prompt_too_long') return true
  return type === 'invalid_request_error' && message !== null && saysTooLong(message)
}

function refusedFor(message: string | null): Fault {
  if (message !== null && saysUnpaid(message)) return { type: 'unpaid' }
  const about = message === null ? null : objectionIn(message)
  return { type: 'requestRefused', because: message, about }
}
