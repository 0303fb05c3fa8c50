import { APIConnectionError, APIError } from '@anthropic-ai/sdk/core/error'
import type { ErrorType } from '@anthropic-ai/sdk/resources/shared'
import { type Refused, withoutWait } from '../model-api/ask-endpoint.ts'
import { type Fault, limitFault } from '../model-api/faults/fault.ts'
import { asObject, asText } from '../model-api/json-fields.ts'
import { refusalText } from '../model-api/faults/refusal-text.ts'
import { waitOf } from '../model-api/faults/retry-after.ts'
import { waitInWords } from '../model-api/faults/retry-words.ts'
import { cutShort, statusFault } from '../model-api/status-fault.ts'
import { saysTooLong, tooLargeFault, tooLongFault } from '../model-api/faults/too-long.ts'
import { errorIn, typeNamed } from './cloud-errors.ts'
import { rejectedPartIn, saysLimitReached, saysUnpaid } from './refusal-words.ts'

/** The provider's own fields that describe a failure. `status` is null in the middle of a stream. */
interface Answer {
  readonly status: number | null
  readonly type: string | null
  readonly code: string | null
  readonly message: string | null
}

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
  const body = asObject(error.error)
  const details = asObject(body?.['error']) ?? errorIn(body, headers)
  const answer = { status: error.status, ...answerIn(details) }
  const fault = cutShort(faultOf(answer), error.headers)
  const words = fault.type === 'rateLimited' ? answer.message : null
  const inWords = words === null ? null : waitInWords(words, now)
  return { fault, retryAfterMs: waitOf(fault, headers, now) ?? inWords }
}

/** Classifies an `error` event of a stream: the status was 200, so the type decides. */
export function classifyErrorEvent(event: unknown): Fault {
  return faultOf({ status: null, ...answerIn(asObject(asObject(event)?.['error'])) })
}

function answerIn(error: Record<string, unknown> | null): Omit<Answer, 'status'> {
  return {
    type: typeNamed(asText(error?.['type']) ?? asText(error?.['status'])),
    code: asText(asObject(error?.['details'])?.['error_code']),
    message: refusalText(error?.['message']),
  }
}

/** The meaning of each error type of the API. Null: the status decides. */
const FAULTS: Readonly<Record<ErrorType, Fault | null>> = {
  overloaded_error: { type: 'overloaded' },
  rate_limit_error: { type: 'rateLimited' },
  authentication_error: { type: 'keyRefused' },
  permission_error: { type: 'modelNotAllowed' },
  billing_error: { type: 'unpaid' },
  timeout_error: { type: 'tooSlow' },
  not_found_error: { type: 'unknownModel' },
  api_error: null,
  conflict_error: null,
  invalid_request_error: null,
  memory_path_conflict_error: null,
  memory_precondition_failed_error: null,
}
const BY_TYPE: ReadonlyMap<string, Fault | null> = new Map(Object.entries(FAULTS))

/** Decides by the type if it is specific enough, otherwise by the status; an unknown type is ignored. */
function faultOf(answer: Answer): Fault {
  if (isTooLong(answer)) return tooLongFault(answer.message)
  const { status, type } = answer
  if (status === 413 || type === 'request_too_large') return tooLargeFault(answer.message)
  const fault = type === null ? null : BY_TYPE.get(type)
  return fault ?? faultOfStatus(statusOf(answer), answer)
}

/** Bedrock answers 424 if the model failed. */
function statusOf({ status, type }: Answer): number {
  if (status === null) return statusInStream(type)
  return type === 'api_error' ? Math.max(status, 500) : status
}

function statusInStream(type: string | null): number {
  return type === 'invalid_request_error' ? 400 : 500
}

function faultOfStatus(status: number, { type, message }: Answer): Fault {
  const fault = statusFault(status, message)
  if (fault !== null) return fault
  return type === null ? { type: 'notTheApi' } : refusedFor(message)
}

function isTooLong({ type, code, message }: Answer): boolean {
  if (code === 'prompt_too_long') return true
  return type === 'invalid_request_error' && message !== null && saysTooLong(message)
}

function refusedFor(message: string | null): Fault {
  if (message !== null && saysUnpaid(message)) return { type: 'unpaid' }
  if (message !== null && saysLimitReached(message)) return { type: 'rateLimited' }
  const about = message === null ? null : rejectedPartIn(message)
  return { type: 'requestRefused', because: message, about }
}
