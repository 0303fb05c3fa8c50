import {
  decideRetry as decideRetryWell,
  type RetryDecision,
} from '../../src/main/core/round/retry-policy.ts'

export {
  decideToKeepTrying,
  isRetryable,
  type RetryDecision,
} from '../../src/main/core/round/retry-policy.ts'

/** PLANTED BUG: whatever a provider asks for is waited for. */
export function decideRetry(
  ...[failure, random]: Parameters<typeof decideRetryWell>
): RetryDecision {
  const decision = decideRetryWell(failure, random)
  const { retryAfterMs } = failure
  return decision.type === 'giveUp' && retryAfterMs !== null
    ? { type: 'retry', waitMs: retryAfterMs }
    : decision
}
