import { MAX_ATTEMPTS } from '../../src/shared/conversation/conversation-state.ts'
import {
  decideRetry as decide,
  type RetryDecision,
} from '../../src/main/core/round/retry-policy.ts'
import { narrowings } from '../narrowings.ts'

export { decideToKeepTrying, isRetryable } from '../../src/main/core/round/retry-policy.ts'
export type { RetryDecision } from '../../src/main/core/round/retry-policy.ts'

/** Replaces the retry policy: with `singleAttempts`, the first attempt is the last. */
export function decideRetry(...[failure, random]: Parameters<typeof decide>): RetryDecision {
  const attempt = narrowings().singleAttempts ? MAX_ATTEMPTS : failure.attempt
  return decide({ ...failure, attempt }, random)
}
