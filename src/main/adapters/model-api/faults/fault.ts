import { assertNever } from '../../../../shared/assert-never.ts'
import type { LlmFailureKind } from '../../../core/machine/event.ts'
import type { RejectedPart } from '../../../core/request/repairs.ts'
import { type Limited, OverLimit } from './limits.ts'

/** The fault of one request, more precise than its kind: each has its own sentence and its own resolution. */
export type Fault =
  | { readonly type: 'keyMissing' }
  | { readonly type: 'keyMalformed' }
  | { readonly type: 'keyRefused' }
  | { readonly type: 'modelNotAllowed' }
  | { readonly type: 'unpaid' }
  | { readonly type: 'rateLimited' }
  | { readonly type: 'overloaded' }
  | { readonly type: 'unreachable' }
  | { readonly type: 'brokenOff' }
  | { readonly type: 'silent'; readonly afterMs: number }
  | { readonly type: 'tooSlow' }
  | { readonly type: 'serverError'; readonly because: string | null }
  | { readonly type: 'unreadableAnswer' }
  | { readonly type: 'emptyAnswer' }
  /** The model wrote a call that its server could not read; the next one may well be better. */
  | { readonly type: 'badCall'; readonly because: string | null }
  | { readonly type: 'notTheApi' }
  /** The model is available only over OpenAI's Responses API. */
  | { readonly type: 'wantsResponses' }
  | { readonly type: 'malformedUrl' }
  | { readonly type: 'endpointGone' }
  | { readonly type: 'unknownModel' }
  | {
      readonly type: 'requestRefused'
      readonly because: string | null
      /** Null if it does not concern the conversation's content. */
      readonly about: RejectedPart | null
    }
  | {
      readonly type: 'tooLong'
      /** The size of the model's context according to the server; null if it does not say. */
      readonly contextTokens: number | null
    }
  /** The request has more bytes than the server accepts, however few tokens they are. */
  | { readonly type: 'tooLarge'; readonly because: string | null }
  /** The answer was longer than the limit for its kind, so the request was ended. */
  | { readonly type: 'tooMuch'; readonly limited: Limited }
  /** An image or a document of the conversation cannot be read from the disk now. `why` ends a sentence. */
  | { readonly type: 'mediaUnread'; readonly name: string; readonly why: string }
  | { readonly type: 'bug' }

/** The part of the conversation that was refused; null if no change could help. */
export function rejectedPartOf(fault: Fault): RejectedPart | null {
  if (fault.type === 'tooLarge') return { type: 'size' }
  return fault.type === 'requestRefused' ? fault.about : null
}

export function kindOf(fault: Fault): Exclude<LlmFailureKind, 'aborted'> {
  switch (fault.type) {
    case 'keyMissing':
    case 'keyMalformed':
    case 'keyRefused':
    case 'modelNotAllowed':
      return 'auth'
    case 'unpaid':
      return 'billing'
    case 'rateLimited':
      return 'rateLimit'
    case 'overloaded':
      return 'overloaded'
    case 'unreachable':
    case 'brokenOff':
      return 'network'
    case 'tooMuch':
      return fault.limited === 'error' ? 'server' : 'network'
    case 'silent':
    case 'tooSlow':
      return 'timeout'
    case 'serverError':
    case 'unreadableAnswer':
    case 'emptyAnswer':
    case 'badCall':
      return 'server'
    case 'notTheApi':
    case 'wantsResponses':
    case 'malformedUrl':
    case 'endpointGone':
    case 'unknownModel':
    case 'requestRefused':
    case 'tooLarge':
      return 'invalidRequest'
    case 'tooLong':
      return 'contextFull'
    case 'mediaUnread':
    case 'bug':
      return 'internal'
    default:
      return assertNever(fault)
  }
}

/** The limit that ended a request, found anywhere in the chain of causes; null if none did. */
export function limitFault(error: unknown): Fault | null {
  let link = error
  for (let depth = 0; link instanceof Error && depth < 5; depth++) {
    if (link instanceof OverLimit) return { type: 'tooMuch', limited: link.limited }
    if ('code' in link && link.code === 'UND_ERR_HEADERS_OVERFLOW') {
      return { type: 'tooMuch', limited: 'headers' }
    }
    link = link.cause
  }
  return null
}
