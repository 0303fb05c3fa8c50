import { ok } from '../../../../shared/result.ts'
import type { TrustPort } from '../../ports/servers/trust-port.ts'

/** Nothing that needs trust. */
export const NO_TRUST: TrustPort = {
  list: () => Promise.resolve([]),
  allow: () => Promise.resolve(ok(null)),
}
