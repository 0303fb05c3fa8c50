import { ok } from '../../../../shared/result.ts'
import type { OutputPort } from '../../ports/output-port.ts'

/** No command output. */
export const NO_OUTPUTS: OutputPort = {
  read: () => Promise.resolve(ok(null)),
  removeAll: () => Promise.resolve(),
}
