import type { TrustView } from '../../../../shared/trust.ts'
import type { Result } from '../../../../shared/result.ts'

/**
 * A person's trust in hooks, skills and agents. `folder`: null outside a conversation. Errors are sentences. Never
 * rejects.
 */
export interface TrustPort {
  list(folder: string | null): Promise<readonly TrustView[]>
  /** Refused if its hash has changed. */
  allow(
    folder: string | null,
    decision: Pick<TrustView, 'kind' | 'name' | 'origin' | 'hash'> & {
      readonly isAllowed: boolean
    },
  ): Promise<Result<null, string>>
}
