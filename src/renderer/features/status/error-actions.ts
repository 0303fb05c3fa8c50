import { assertNever } from '../../../shared/assert-never.ts'
import type { ErrorKind } from '../../../shared/message.ts'

/** What helps against an error, beside trying again and sending another message. */
export interface ErrorActions {
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
      return { hasSettings: true, hasCompact: false, hasEdit: false }
    case 'invalidRequest':
      return { hasSettings: true, hasCompact: true, hasEdit: true }
    case 'refused':
      return { hasSettings: false, hasCompact: false, hasEdit: true }
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'timeout':
    case 'server':
    case 'storage':
    case 'internal':
      return { hasSettings: false, hasCompact: false, hasEdit: false }
    default:
      return assertNever(kind)
  }
}
