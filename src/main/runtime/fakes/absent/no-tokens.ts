import { failed, ok } from '../../../../shared/result.ts'
import type { TokenPort } from '../../ports/access/token-port.ts'

/** No tokens. */
export const NO_TOKENS: TokenPort = {
  list: () => ok([]),
  create: () => failed('There are no tokens here.'),
  revoke: () => ok(null),
}
