import { assertNever } from '../../shared/assert-never.ts'
import { MAX_ATTEMPTS } from '../../shared/conversation-state.ts'
import type { ErrorKind } from '../../shared/message.ts'

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** So much longer a wait can be than it has to, as a part of it: many that failed together do not come back together. */
const JITTER = 0.25

export type RetryDecision =
  | { readonly type: 'retry'; readonly waitMs: number }
  /** It could pass by itself and did not, as often as it was tried. */
  | { readonly type: 'usedUp' }
  /** It cannot, or not soon. `retryAfterMs`: how long a Retry by hand would still fail, where the provider said so. */
  | { readonly type: 'giveUp'; readonly retryAfterMs: number | null }

/** Whether a failure of this kind can pass by itself. Every kind is named: a new one does not compile. */
export function isRetryable(kind: ErrorKind): boolean {
  switch (kind) {
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'timeout':
    case 'server':
      return true
    case 'auth':
    case 'billing':
    case 'invalidRequest':
    case 'refused':
    case 'storage':
    case 'internal':
      return false
    default:
      return assertNever(kind)
  }
}

/**
 * What follows the failure of attempt number `attempt` (from 1). Waits are 1 s and 2 s (REQ-BED-006) and up to a quarter more;
 * the provider's retry-after is honoured up to 60 s, a longer one is not waited for. `random` is in [0, 1).
 */
export function decideRetry(
  failure: {
    readonly kind: ErrorKind
    readonly attempt: number
    readonly retryAfterMs: number | null
  },
  random: number,
): RetryDecision {
  const { kind, attempt, retryAfterMs } = failure
  if (!isRetryable(kind)) return { type: 'giveUp', retryAfterMs: null }
  if ((retryAfterMs ?? 0) > MAX_WAIT_MS) return { type: 'giveUp', retryAfterMs }
  if (attempt >= MAX_ATTEMPTS) return { type: 'usedUp' }
  const least = FIRST_WAIT_MS * 2 ** (attempt - 1)
  const waitMs = Math.round(least * (1 + random * JITTER))
  return { type: 'retry', waitMs: Math.max(waitMs, retryAfterMs ?? 0) }
}
