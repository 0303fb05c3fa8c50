import { assertNever } from '../../../shared/assert-never.ts'
import type { ErrorKind } from '../../../shared/message.ts'

/** What a person can do about an error, beside sending another message. */
export interface ErrorActions {
  readonly hasRetry: boolean
  readonly hasSettings: boolean
}

export function actionsOfError(kind: ErrorKind): ErrorActions {
  switch (kind) {
    case 'auth':
    case 'billing':
      return { hasRetry: true, hasSettings: true }
    case 'refused':
      return { hasRetry: false, hasSettings: false }
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'timeout':
    case 'server':
    case 'invalidRequest':
    case 'storage':
    case 'internal':
      return { hasRetry: true, hasSettings: false }
    default:
      return assertNever(kind)
  }
}
