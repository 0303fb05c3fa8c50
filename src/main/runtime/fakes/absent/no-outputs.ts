import type { OutputPort } from '../../ports/output-port.ts'

/** Where no command has printed anything. */
export const NO_OUTPUTS: OutputPort = {
  read: () => Promise.resolve(null),
  removeAll: () => Promise.resolve(),
}
