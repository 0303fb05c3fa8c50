import {
  decideRetry as decideRetryWell,
  type RetryDecision,
} from '../../src/main/core/round/retry-policy.ts'

export {
  decideToKeepTrying,
  isRetryable,
  type RetryDecision,
} from '../../src/main/core/round/retry-policy.ts'

/** PLANTED BUG: a provider's Retry-After is obeyed, however long. */
export function decideRetry(
  ...[failure, random]: Parameters<typeof decideRetryWell>
): RetryDecision {
  const decision = decideRetryWell(failure, random)
  const { retryAfterMs } = failure
  return decision.type === 'giveUp' && retryAfterMs !== null
    ? { type: 'retry', waitMs: retryAfterMs }
    : decision
}
