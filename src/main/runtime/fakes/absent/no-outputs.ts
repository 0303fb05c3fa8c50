import type { OutputPort } from '../../ports/output-port.ts'

/** No command has printed anything. */
export const NO_OUTPUTS: OutputPort = {
  read: () => Promise.resolve(null),
  removeAll: () => Promise.resolve(),
}
