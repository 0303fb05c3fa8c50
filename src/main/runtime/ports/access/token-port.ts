import type { Scope } from '../../../../shared/access/access.ts'
import type { TokenView } from '../../../../shared/access/token-commands.ts'
import type { Result } from '../../../../shared/result.ts'

/** Tokens as people manage them. Errors are sentences. Never throws. */
export interface TokenPort {
  list(): Result<readonly TokenView[], string>
  /** Returns the token itself, which is stored nowhere. */
  create(
    name: string,
    scopes: readonly Scope[],
  ): Result<{ readonly token: string; readonly view: TokenView }, string>
  /** Closes its connections, then removes it. Succeeds if there is none. */
  revoke(id: string): Result<null, string>
}
