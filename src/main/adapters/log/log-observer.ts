import { assertNever } from '../../../shared/assert-never.ts'
import type { Usage } from '../../../shared/models/usage.ts'
import type { TelemetryEvent, TelemetryEventOf, Observer } from '../../runtime/ports/observer.ts'
import type { Level, LocalLog } from './local-log.ts'

/** The duration from which a transaction is noticeable on the screen. */
const SLOW_COMMIT_MS = 100

type Facts = Readonly<Record<string, string | number | null>>
interface Line {
  readonly level: Level
  readonly what: string
  readonly facts: Facts
}

/** Logs events that help to find a fault later. */
export function createLogObserver(log: LocalLog): Observer {
  return {
    observe: ({ conversationId, parent }, event) => {
      const line = lineOf(event)
      if (line === null) return
      log.write(line.level, line.what, withoutNulls({ conversationId, parent, ...line.facts }))
    },
  }
}

/** Null if the event is not worth a line. */
function lineOf(event: TelemetryEvent): Line | null {
  switch (event.type) {
    case 'turnStarted': {
      const { type: _type, ...facts } = event
      return { level: 'info', what: 'turn started', facts }
    }
    case 'turnEnded': {
      const { type: _type, ...facts } = event
      const level = event.outcome === 'failed' ? 'warn' : 'info'
      return { level, what: 'turn ended', facts }
    }
    case 'requestStarted': {
      const { type: _type, ...facts } = event
      return { level: 'debug', what: 'request started', facts }
    }
    case 'requestEnded':
      return requestLine(event)
    case 'retryPlanned': {
      const { type: _type, ...facts } = event
      return { level: 'warn', what: 'retry planned', facts }
    }
    case 'providerFallback': {
      const { type: _type, ...facts } = event
      return { level: 'warn', what: 'fallback asked', facts }
    }
    case 'requestRepaired': {
      const { type: _type, ...facts } = event
      return { level: 'warn', what: 'request repaired', facts }
    }
    case 'compacted':
      return { level: 'info', what: 'compacted', facts: {} }
    case 'toolStarted': {
      const { type: _type, ...facts } = event
      return { level: 'debug', what: 'tool started', facts }
    }
    case 'toolEnded': {
      const { type: _type, ...facts } = event
      return { level: 'info', what: 'tool ended', facts }
    }
    case 'committed':
      return commitLine(event)
    case 'stale':
      return { level: 'info', what: 'stale event', facts: { input: event.input } }
    default:
      return assertNever(event)
  }
}

function requestLine({ type: _type, usage, ...facts }: TelemetryEventOf<'requestEnded'>): Line {
  const isPlanned = facts.outcome === 'responded' || facts.outcome === 'aborted'
  const {
    usd = null,
    searches = null,
    cacheWriteHourTokens: _hour,
    ...tokens
  } = usage ?? ({} satisfies Partial<Usage>)
  const all = { ...facts, ...tokens, searches, usd }
  return { level: isPlanned ? 'info' : 'warn', what: 'request ended', facts: all }
}

/** The store, which knows the reason, has already logged a failure to save. */
function commitLine({ fault, ms, steps }: TelemetryEventOf<'committed'>): Line | null {
  const facts = { steps, ms }
  if (fault !== null) return null
  return ms >= SLOW_COMMIT_MS
    ? { level: 'warn', what: 'slow commit', facts }
    : { level: 'debug', what: 'committed', facts }
}

function withoutNulls(facts: Facts): Readonly<Record<string, string | number>> {
  const kept: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(facts)) if (value !== null) kept[name] = value
  return kept
}
