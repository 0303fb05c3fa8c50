import type { OutputPort } from '../../ports/output-port.ts'

/** No command output. */
export const NO_OUTPUTS: OutputPort = {
  read: () => Promise.resolve(null),
  removeAll: () => Promise.resolve(),
}
