import type { HostOrder, HostReport } from './messages.ts'

export interface ChannelListeners<Report = HostReport> {
  readonly onReport: (report: Report) => void
  /** Called once, when it has ended or could not be started. */
  readonly onEnd: () => void
}

/** The connection to one of our own processes that takes orders; by default a process host. */
export interface Channel<Order = HostOrder> {
  send(order: Order): void
  /** Sets whether it keeps this program alive, as it does while one of its processes runs. */
  hold(isHeld: boolean): void
  /** Ends it at once. `onEnd` may follow. */
  kill(): void
}

/** Starts such a process in this environment. Throws the system's error. */
export type OpenChannel<Order = HostOrder, Report = HostReport> = (
  environment: Readonly<Record<string, string>>,
  listeners: ChannelListeners<Report>,
) => Channel<Order>
