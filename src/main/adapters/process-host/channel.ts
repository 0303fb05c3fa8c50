import type { HostOrder, HostReport } from './messages.ts'

export interface ChannelListeners {
  readonly onReport: (report: HostReport) => void
  /** Once: it ended, or could not be started. */
  readonly onEnd: () => void
}

/** The way to a process host. */
export interface Channel {
  send(order: HostOrder): void
  /** Whether it keeps this program alive, as it does while one of its processes runs. */
  hold(isHeld: boolean): void
  /** Ends it at once. `onEnd` may follow. */
  kill(): void
}

/** Starts a process host in this environment. Throws what the system says. */
export type OpenChannel = (
  environment: Readonly<Record<string, string>>,
  listeners: ChannelListeners,
) => Channel
