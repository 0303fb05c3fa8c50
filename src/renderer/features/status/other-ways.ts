import { assertNever } from '../../../shared/assert-never.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'

/** The ways past an error that the conversation's own model settings offer. */
export interface OtherWays {
  /** True if another model can help. */
  readonly hasModel: boolean
  /** True if the error may pass by itself, so the turn can keep trying (decision 034). */
  readonly passes: boolean
}

export function otherWays(kind: ErrorKind): OtherWays {
  switch (kind) {
    case 'rateLimit':
    case 'overloaded':
      return { hasModel: true, passes: true }
    case 'network':
      return { hasModel: false, passes: true }
    case 'invalidRequest':
    case 'timeout':
    case 'server':
      return { hasModel: true, passes: false }
    case 'auth':
    case 'billing':
    case 'refused':
    case 'storage':
    case 'internal':
      return { hasModel: false, passes: false }
    default:
      return assertNever(kind)
  }
}
