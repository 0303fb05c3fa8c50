import type { Log } from '../../runtime/ports.ts'
import type { Observer } from '../../runtime/observer.ts'
import type { Collector } from './collector.ts'

export interface Telemetry {
  readonly observer: Observer
  /** Sends what waits, for a moment and no longer. Never rejects. */
  close(): Promise<void>
}

export interface TelemetryPorts {
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
}

/** How often the log is told that nothing can be sent. */
const TELL_EVERY_MS = 10 * 60_000

/**
 * Traces and metrics for the collector that a person has named. Without one nothing of OpenTelemetry is even loaded. What
 * goes wrong with it is told in the log, rarely, and has no other consequence (T92). Never rejects.
 */
export async function openTelemetry(
  collector: Collector | null,
  { log, now }: TelemetryPorts,
): Promise<Telemetry | null> {
  if (collector === null) return null
  let toldAt = -Infinity
  let untold = 0
  const onFailure = (signal: 'traces' | 'metrics', why: string): void => {
    if (now() - toldAt < TELL_EVERY_MS) return void (untold += 1)
    toldAt = now()
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
