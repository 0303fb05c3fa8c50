import { type Refused, withoutWait } from '../model-api/ask-endpoint.ts'
import { type Fault, limitFault } from '../model-api/faults/fault.ts'
import type { JsonObject } from '../model-api/json-fields.ts'
import { waitOf } from '../model-api/faults/retry-after.ts'
import { waitInWords } from '../model-api/faults/retry-words.ts'
import { cutShort, statusFault } from '../model-api/status-fault.ts'
import { saysTooLong, tooLargeFault, tooLongFault } from '../model-api/faults/too-long.ts'
import { Refusal, Unanswered } from './client.ts'
import { rejectedPartIn, saysKeyRefused, saysNoSuchModel, saysUnpaid } from './refusal-words.ts'
import { type ErrorDetails, errorDetails, errorDetailsIn } from './error-details.ts'

/** Classifies an error of a request before its stream began. */
export function classifyThrown(error: unknown, now: number): Refused {
  const ended = limitFault(error)
  if (ended !== null) return withoutWait(ended)
  if (error instanceof Unanswered) return withoutWait({ type: 'unreachable' })
  if (!(error instanceof Refusal)) return withoutWait({ type: 'bug' })
  const details = errorDetailsIn(error.body)
  const fault = cutShort(faultOf(error.status, details), error.headers)
  return { fault, retryAfterMs: waitOf(fault, error.headers, now) ?? waitIn(details, fault, now) }
}

/** Classifies an event that is an error, after status 200. Null if it is not one. */
export function classifyErrorEvent(event: JsonObject, now: number): Refused | null {
  if (event['error'] === undefined) return null
  const details = errorDetails(event)
  const fault = faultOf(details.code ?? 500, details)
  return { fault, retryAfterMs: waitIn(details, fault, now) }
}

function waitIn({ message, retryDelayMs }: ErrorDetails, fault: Fault, now: number): number | null {
  if (fault.type !== 'rateLimited' && fault.type !== 'overloaded') return null
  return retryDelayMs ?? (message === null ? null : waitInWords(message, now))
}

/** The meaning of a status name by itself. */
const BY_STATUS: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['UNAUTHENTICATED', { type: 'keyRefused' }],
  ['PERMISSION_DENIED', { type: 'modelNotAllowed' }],
  ['UNAVAILABLE', { type: 'overloaded' }],
  ['DEADLINE_EXCEEDED', { type: 'tooSlow' }],
])

function faultOf(status: number, details: ErrorDetails): Fault {
  const { message, reason } = details
  if (message !== null && saysTooLong(message)) return tooLongFault(message)
  if (status === 413) return tooLargeFault(message)
  if (reason === 'API_KEY_INVALID' || (message !== null && saysKeyRefused(message))) {
    return { type: 'keyRefused' }
  }
  if (isUnpaid(status, details)) return { type: 'unpaid' }
  const named = details.status === null ? undefined : BY_STATUS.get(details.status)
  const fault = named ?? statusFault(status, message)
  if (fault !== null) return fault
  if (message === null) return { type: 'notTheApi' }
  if (status === 404 && saysNoSuchModel(message)) return { type: 'unknownModel' }
  return { type: 'requestRefused', because: message, about: rejectedPartIn(message) }
}

/** Gemini calls every limit a quota: one that says when it ends is a rate limit. */
function isUnpaid(status: number, { hasNoQuota, message, retryDelayMs }: ErrorDetails): boolean {
  if (status !== 429 && status !== 400) return false
  if (hasNoQuota) return true
  return retryDelayMs === null && message !== null && saysUnpaid(message)
}
