import { createLogObserver } from './adapters/log/log-observer.ts'
import { type LastNet, spreadLastNet } from './adapters/system/last-net.ts'
import { leastLevelOf, type LocalLog, openLocalLog } from './adapters/log/local-log.ts'
import { createRedactor } from './adapters/log/redactor.ts'
import type { Collector } from './adapters/telemetry/collector.ts'
import { openTelemetry } from './adapters/telemetry/telemetry.ts'
import type { Observer } from './runtime/ports/observer.ts'
import { VERSION } from '../shared/version.ts'

/** The observers of Phoenix: the local log, and a collector if a person has set one. */
export interface Observability {
  readonly log: LocalLog
  readonly observer: Observer
  /** Receives every secret before it is used, so it is never written anywhere. */
  readonly onSecret: (secret: string) => void
  /** Receives every fault that would have ended Phoenix, and the conversation it belongs to. */
  readonly onCaught: LastNet['onCaught']
  /** Returns the text without any known secret. */
  readonly clean: (text: string) => string
  /** Sends traces and metrics there from the next event on; null: nowhere. Never rejects. */
  sendTo(collector: Collector | null): Promise<void>
  close(): Promise<void>
}

/** Opened before everything else, so any failure is logged. */
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
