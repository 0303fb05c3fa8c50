import type { HostOrder, HostReport } from './messages.ts'

export interface ChannelListeners<Report = HostReport> {
  readonly onReport: (report: Report) => void
  /** Once: it ended, or could not be started. */
  readonly onEnd: () => void
}

/** The way to a process of our own that takes orders: a process host, unless it is said. */
export interface Channel<Order = HostOrder> {
  send(order: Order): void
  /** Whether it keeps this program alive, as it does while one of its processes runs. */
  hold(isHeld: boolean): void
  /** Ends it at once. `onEnd` may follow. */
  kill(): void
}

/** Starts such a process in this environment. Throws what the system says. */
export type OpenChannel<Order = HostOrder, Report = HostReport> = (
  environment: Readonly<Record<string, string>>,
  listeners: ChannelListeners<Report>,
) => Channel<Order>
