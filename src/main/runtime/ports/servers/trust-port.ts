import type { TrustView } from '../../../../shared/trust.ts'
import type { Result } from '../../../../shared/result.ts'

/** What a person says of hooks, skills and agents. `folder` null: of no conversation. Errors are sentences. Never rejects. */
export interface TrustPort {
  list(folder: string | null): Promise<readonly TrustView[]>
  /** Refused where it has another hash by now. */
  allow(
    folder: string | null,
    said: Pick<TrustView, 'kind' | 'name' | 'origin' | 'hash'> & { readonly isAllowed: boolean },
  ): Promise<Result<null, string>>
}
