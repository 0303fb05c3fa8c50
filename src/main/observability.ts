import { createLogObserver } from './adapters/log/log-observer.ts'
import { type LastNet, spreadLastNet } from './adapters/system/last-net.ts'
import { leastLevelOf, type LocalLog, openLocalLog } from './adapters/log/local-log.ts'
import { createRedactor } from './adapters/log/redactor.ts'
import type { Collector } from './adapters/telemetry/collector.ts'
import { openTelemetry } from './adapters/telemetry/telemetry.ts'
import type { Observer } from './runtime/ports/observer.ts'
import { VERSION } from '../shared/version.ts'

/** Those who look at how Phoenix fares: the local log, and the collector where a person has named one. */
export interface Observability {
  readonly log: LocalLog
  readonly observer: Observer
  /** Hears every secret before it is used: it is written nowhere from then on. */
  readonly onSecret: (secret: string) => void
  /** Hears of every fault that would have ended Phoenix, and whose work it was. */
  readonly onCaught: LastNet['onCaught']
  /** The text without any secret that was heard of. */
  readonly clean: (text: string) => string
  /** From the next event on, traces and metrics go there; null: nowhere. Never rejects. */
  sendTo(collector: Collector | null): Promise<void>
  close(): Promise<void>
}

/** Opened ahead of all else, so that whatever goes wrong is on record. */
export function openObservability(from: {
  readonly dataFolder: string
  readonly environment: NodeJS.ProcessEnv
  /** ms since 1970. */
  readonly now: () => number
}): Observability {
  const { dataFolder: folder, environment, now } = from
  const redactor = createRedactor()
  const log = openLocalLog({ folder, now, redactor, least: leastLevelOf(environment) })
  const onSecret = (secret: string): void => redactor.add(secret)
  const telemetry = openTelemetry({ log, now })
  const observers = [createLogObserver(log), telemetry.observer]
  const net = spreadLastNet(log)
  log.write('info', 'Phoenix started', { version: VERSION, pid: process.pid })
  return {
    log,
    onSecret,
    clean: (text) => redactor.clean(text),
    onCaught: (listener) => net.onCaught(listener),
    sendTo: (collector) => telemetry.sendTo(collector),
    observer: {
      observe: (of, event) => {
        for (const observer of observers) observer.observe(of, event)
      },
    },
    close: async () => {
      await telemetry.close()
      net.remove()
      log.write('info', 'Phoenix ended', { pid: process.pid })
    },
  }
}
