import type { Observer } from '../../runtime/ports/observer.ts'

/** Sends to one collector. */
export interface Sender {
  readonly observer: Observer
  /** Like `close` of `Telemetry`. Afterwards it has no timer, and no connection that is not about to end. */
  close(): Promise<void>
}
