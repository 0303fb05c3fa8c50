import { assertNever } from '../../../shared/assert-never.ts'
import { MAX_ATTEMPTS } from '../../../shared/conversation/conversation-state.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'

const FIRST_WAIT_MS = 1_000
/** The longest retry-after to wait for, unless a person chose to keep trying. */
const MAX_WAIT_MS = 60_000
/** The longest wait of a turn that keeps trying, before jitter: five minutes with the most jitter. */
const MAX_KEPT_WAIT_MS = 240_000
/** The maximum jitter as a share of the wait: requests that failed together should not be repeated together. */
const JITTER = 0.25

export type RetryDecision =
  | { readonly type: 'retry'; readonly waitMs: number }
  /** The failure is transient, but did not pass within the attempts. */
  | { readonly type: 'usedUp' }
  /**
   * The failure is permanent, or will not pass soon. `retryAfterMs`: how long a manual Retry would still fail, if the
   * provider said so.
   */
  | { readonly type: 'giveUp'; readonly retryAfterMs: number | null }

/** True for transient kinds of failures. Every kind is named: a new one does not compile. */
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

/** True for failures that can last for hours, while a retry costs nothing. */
function isOutage(kind: ErrorKind): boolean {
  return kind === 'overloaded' || kind === 'network' || kind === 'rateLimit'
}

interface Failure {
  readonly kind: ErrorKind
  readonly attempt: number
  readonly retryAfterMs: number | null
}

/**
 * Decides what follows the failure of attempt number `attempt` (from 1). Waits are 1 s and 2 s (REQ-BED-006) plus up to
 * a quarter. The provider's retry-after is honoured up to 60 s; after a longer one, the turn gives up. `random` is in
 * [0, 1).
 */
export function decideRetry(
  { kind, attempt, retryAfterMs }: Failure,
  random: number,
): RetryDecision {
  if (!isRetryable(kind)) return { type: 'giveUp', retryAfterMs: null }
  if ((retryAfterMs ?? 0) > MAX_WAIT_MS) return { type: 'giveUp', retryAfterMs }
  if (attempt >= MAX_ATTEMPTS) return { type: 'usedUp' }
  const waitMs = longer(FIRST_WAIT_MS * 2 ** (attempt - 1), random)
  return { type: 'retry', waitMs: Math.max(waitMs, retryAfterMs ?? 0) }
}

function longer(leastMs: number, random: number): number {
  return Math.round(leastMs * (1 + random * JITTER))
}

/**
 * Returns how long a turn that keeps trying waits, in ms, of the `leftMs` that remain (docs/decisions/034); null if it
 * stops trying. Waits double up to five minutes; the last one takes what is left. A retry-after is never cut short: if
 * it exceeds what is left, the turn stops trying.
 */
export function decideToKeepTrying(
  { kind, attempt, retryAfterMs }: Failure,
  leftMs: number,
  random: number,
): number | null {
  // Old contexts lack this setting: `leftMs` is not a number then.
  if (!isOutage(kind) || !(leftMs > 0) || (retryAfterMs ?? 0) > leftMs) return null
  const leastMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_KEPT_WAIT_MS)
  return Math.min(leftMs, Math.max(longer(leastMs, random), retryAfterMs ?? 0))
}
