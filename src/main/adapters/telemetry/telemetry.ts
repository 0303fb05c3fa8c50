import type { Sender } from './sender.ts'
import type { Log } from '../../runtime/ports/ports.ts'
import type { Observer } from '../../runtime/ports/observer.ts'
import type { Collector } from './collector.ts'

export interface Telemetry {
  readonly observer: Observer
  /**
   * From the next event on, everything goes to this collector; null: to none. Data that waits for the previous one is still
   * sent to it, without waiting. Resolves when the change is in effect. Never rejects.
   */
  sendTo(collector: Collector | null): Promise<void>
  /** Sends waiting data, but only for a moment. Never rejects. */
  close(): Promise<void>
}

export interface TelemetryPorts {
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
}

/** How often the log reports that nothing can be sent. */
const REPORT_EVERY_MS = 10 * 60_000

/**
 * Traces and metrics for the collector that the user has set. Without one, OpenTelemetry is not even loaded. Failures are
 * logged, rarely, and have no other effect (T92).
 */
export function openTelemetry(ports: TelemetryPorts): Telemetry {
  let wanted: Collector | null = null
  let sender: Sender | null = null
  /** Senders that are being opened or closed. */
  const sending = new Set<Promise<void>>()

  function follow(work: Promise<void>): Promise<void> {
    sending.add(work)
    void work.then(() => sending.delete(work))
    return work
  }

  async function open(collector: Collector): Promise<void> {
    const opened = await openSender(collector, ports)
    // Another collector may have been set meanwhile, or this one set again.
    if (wanted === collector && sender === null) sender = opened
    else await opened?.close()
  }

  async function sendTo(collector: Collector | null): Promise<void> {
    if (collector?.endpoint === wanted?.endpoint) return
    wanted = collector
    if (sender !== null) void follow(sender.close())
    sender = null
    if (collector !== null) await follow(open(collector))
  }

  return {
    observer: { observe: (of, event) => sender?.observer.observe(of, event) },
    sendTo,
    close: async () => {
      await sendTo(null)
      await Promise.all(sending)
    },
  }
}

/** Null if it cannot be sent to; the reason is in the log. */
async function openSender(
  collector: Collector,
  { log, now }: TelemetryPorts,
): Promise<Sender | null> {
  let reportedAt = -Infinity
  let untold = 0
  const onFailure = (signal: 'traces' | 'metrics', why: string): void => {
    if (now() - reportedAt < REPORT_EVERY_MS) return void (untold += 1)
    reportedAt = now()
    log.warn('telemetry was not sent', { signal, why, untold })
    untold = 0
  }
  try {
    const { exportTo } = await import('./otlp-export.ts')
    return exportTo(collector, onFailure)
  } catch (error) {
    log.warn('telemetry is off', { error: String(error) })
    return null
  }
}
