import type { Attributes, Meter } from '@opentelemetry/api'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Observer } from '../../runtime/ports/observer.ts'
import { attributesOfCall, attributesOfRequest, errorOf, inputTokensOf } from './gen-ai.ts'

/** In seconds; the buckets that the conventions for generative AI define. */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]
const COMMIT_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]
const TOKENS = [
  1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
  67_108_864,
]

/** Records counts and durations. Attributes are only names and kinds: few series, however long Phoenix runs. */
export function createMetricObserver(meter: Meter): Observer {
  const seconds = (name: string, explicitBucketBoundaries = SECONDS) =>
    meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries } })
  const requests = seconds('gen_ai.client.operation.duration')
  const turns = seconds('phoenix.turn.duration')
  const calls = seconds('phoenix.tool.duration')
  const commits = seconds('phoenix.commit.duration', COMMIT_SECONDS)
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    unit: '{token}',
    advice: { explicitBucketBoundaries: TOKENS },
  })
  const retries = meter.createCounter('phoenix.request.retries', { unit: '{retry}' })
  const stale = meter.createCounter('phoenix.events.stale', { unit: '{event}' })

  return {
    observe: (_of, event) => {
      switch (event.type) {
        case 'turnEnded': {
          const { ms, outcome, why } = event
          const attributes = { 'phoenix.turn.outcome': outcome, ...errorType(why) }
          if (ms !== null) turns.record(ms / 1_000, attributes)
          return
        }
        case 'requestEnded': {
          const attributes = attributesOfRequest(event)
          requests.record(event.ms / 1_000, { ...attributes, ...errorOf(event) })
          if (event.usage === null) return
          const { usage } = event
          tokens.record(inputTokensOf(usage), { ...attributes, 'gen_ai.token.type': 'input' })
          tokens.record(usage.outputTokens, { ...attributes, 'gen_ai.token.type': 'output' })
          return
        }
        case 'toolEnded': {
          const { ms, outcome } = event
          calls.record(ms / 1_000, {
            ...attributesOfCall(event),
            'phoenix.tool.outcome': outcome,
          })
          return
        }
        case 'committed':
          return commits.record(event.ms / 1_000, errorType(event.fault))
        case 'retryPlanned':
          return retries.add(1, errorType(event.kind))
        case 'stale':
          return stale.add(1, { 'phoenix.input': event.input })
        case 'turnStarted':
        case 'requestStarted':
        case 'providerFallback':
        case 'requestRepaired':
        case 'compacted':
        case 'toolStarted':
          return
        default:
          assertNever(event)
      }
    },
  }
}

function errorType(why: string | null): Attributes {
  return why === null ? {} : { 'error.type': why }
}
