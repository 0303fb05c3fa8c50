import type { Scope } from '../../../../shared/access/access.ts'
import type { TokenView } from '../../../../shared/access/token-commands.ts'
import type { Result } from '../../../../shared/result.ts'

/** Tokens, as people deal with them. Errors are sentences. Never throws. */
export interface TokenPort {
  list(): readonly TokenView[]
  /** The token itself is answered here and kept nowhere. */
  create(
    name: string,
    scopes: readonly Scope[],
  ): Result<{ readonly token: string; readonly view: TokenView }, string>
  /** Its connections are closed first. Succeeds if there is none. */
  revoke(id: string): Result<null, string>
}
