import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { VERSION } from '../../../shared/version.ts'
import type { Collector } from './collector.ts'
import { createMetricObserver } from './metric-observer.ts'
import { createSpanObserver } from './span-observer.ts'
import type { Sender } from './sender.ts'
import { guard } from '../../runtime/guard.ts'

/** How many spans may wait to be sent; further ones are dropped. */
const MAX_SPANS = 2_048
const BATCH = 512
const SEND_MS = 5_000
const METRICS_EVERY_MS = 60_000
/** How long quitting waits for a collector (ms). */
const LAST_MS = 500

/**
 * Uses the official SDK without its global state, its host and process detectors, and any instrumentation: only what the
 * observers create is sent.
 */
export function exportTo(
  { endpoint, headers }: Collector,
  onFailure: (signal: 'traces' | 'metrics', why: string) => void,
): Sender {
  const to = (signal: 'traces' | 'metrics') => {
    // Otherwise an invalid address would be tried with every batch.
    const { href } = new URL(`${endpoint}/v1/${signal}`)
    return {
      url: href,
      // Otherwise the SDK keeps its connections open, and nothing ends them.
      headers: { ...headers, connection: 'close' },
      timeoutMillis: SEND_MS,
      concurrencyLimit: MAX_SPANS / BATCH + 1,
    }
  }
  const spans = telling(new OTLPTraceExporter(to('traces')), (why) => onFailure('traces', why))
  const metrics = telling(new OTLPMetricExporter(to('metrics')), (why) => onFailure('metrics', why))
  const resource = resourceFromAttributes({ 'service.name': 'phoenix', 'service.version': VERSION })
  const limits = {
    maxQueueSize: MAX_SPANS,
    maxExportBatchSize: BATCH,
    exportTimeoutMillis: 2 * SEND_MS,
  }
  const tracing = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: spans, ...limits })],
  })
  const every = { exportIntervalMillis: METRICS_EVERY_MS, exportTimeoutMillis: 2 * SEND_MS }
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, ...every })
  const metering = new MeterProvider({ resource, readers: [reader] })
  const observers = [
    createSpanObserver(tracing.getTracer('phoenix', VERSION)),
    createMetricObserver(metering.getMeter('phoenix', VERSION)),
  ]
  return {
    observer: {
      observe: (of, event) => {
        for (const observer of observers) observer.observe(of, event)
      },
    },
    close: () => atMost(LAST_MS, Promise.allSettled([tracing.shutdown(), metering.shutdown()])),
  }
}

interface Sent {
  readonly code: number
  readonly error?: Error
}
interface Exporter<Items> {
  export(items: Items, done: (sent: Sent) => void): void
}

/** Reports only the kind of a failure: a collector's answer can be any text. */
function telling<Items, Sending extends Exporter<Items>>(
  exporter: Sending & Exporter<Items>,
  onFailure: (why: string) => void,
): Sending {
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(
      items,
      guard("the telemetry collector's answer", (sent) => {
        if (sent.error !== undefined) onFailure(kindOf(sent.error))
        done(sent)
      }),
    )
  return exporter
}

function kindOf(error: Error): string {
  const code = 'code' in error ? error.code : null
  const isNamed = typeof code === 'string' || typeof code === 'number'
  return isNamed ? `${error.name} ${code}` : error.name
}

function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void work.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
