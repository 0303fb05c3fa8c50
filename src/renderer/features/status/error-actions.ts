import { assertNever } from '../../../shared/assert-never.ts'
import type { ErrorKind } from '../../../shared/message.ts'

/** What a person can do about an error, beside sending another message. */
export interface ErrorActions {
  readonly hasRetry: boolean
  readonly hasSettings: boolean
  /** A summary in the place of what was refused. */
  readonly hasCompact: boolean
  /** Other words in the place of those that were refused. */
  readonly hasEdit: boolean
}

export function actionsOfError(kind: ErrorKind): ErrorActions {
  switch (kind) {
    case 'auth':
    case 'billing':
      return { hasRetry: true, hasSettings: true, hasCompact: false, hasEdit: false }
    case 'invalidRequest':
      return { hasRetry: true, hasSettings: true, hasCompact: true, hasEdit: true }
    case 'refused':
      return { hasRetry: false, hasSettings: false, hasCompact: false, hasEdit: true }
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'timeout':
    case 'server':
    case 'storage':
    case 'internal':
      return { hasRetry: true, hasSettings: false, hasCompact: false, hasEdit: false }
    default:
      return assertNever(kind)
  }
}
