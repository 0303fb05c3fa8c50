import fc from 'fast-check'
import { expect } from 'vitest'
import { ErrorKind } from '../../../shared/messages/message.ts'
import { isRetryable } from './retry-policy.ts'
import { testContext } from '../testing/test-context.ts'
import { testProperty } from '../testing/test-property.ts'
import { Walk } from '../testing/test-walk.ts'

const MOST_TRIES = 6
const LONGEST_WAIT_MS = 60_000
const LONGEST_SUM_MS = 5 * 60_000

const { primary } = testContext()
const FALLBACK = { ...primary, model: 'claude-other' }

const anyFailures = fc.array(
  fc.record({
    kind: fc.constantFrom(...ErrorKind.options.filter(isRetryable)),
    retryAfterMs: fc.constantFrom(null, 0, 1, 30_000, 60_000, 60_001, 3_600_000),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  }),
  { minLength: MOST_TRIES, maxLength: MOST_TRIES },
)

interface Failure {
  readonly kind: ErrorKind
  readonly retryAfterMs: number | null
  readonly random: number
}

/** Fails one try after the other, each wait over in its time, as long as there is one to fail. */
function failEach(
  walk: Walk,
  failures: readonly Failure[],
): { readonly tries: number; readonly waits: readonly number[] } {
  const waits: number[] = []
  let tries = 0
  for (const { kind, retryAfterMs, random } of failures) {
    if (walk.state.type !== 'llmRequesting') break
    tries++
    walk.random = random
    const { effects, state } = walk.fail(kind, retryAfterMs)
    if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') continue
    const { error, retryAt, timerId } = state.phase
    expect(error.kind).toBe(kind)
    expect(effects).toContainEqual({ type: 'startTimer', timerId, afterMs: retryAt - walk.at })
    waits.push(retryAt - walk.at)
    walk.at = retryAt
    walk.fireTimer()
  }
  return { tries, waits }
}

testProperty(
  'row 4 retries are bounded: at most 6 attempts in total, each wait at most 60 s, their sum at most 5 min',
  fc.property(anyFailures, fc.boolean(), (failures, hasFallback) => {
    const walk = new Walk({ fallback: hasFallback ? FALLBACK : null }).ask()
    const { tries, waits } = failEach(walk, failures)
    expect(walk.state.type).toBe('error')
    expect(tries).toBeLessThanOrEqual(hasFallback ? MOST_TRIES : MOST_TRIES / 2)
    expect(Math.max(0, ...waits)).toBeLessThanOrEqual(LONGEST_WAIT_MS)
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(LONGEST_SUM_MS)
  }),
)

testProperty(
  'row 4 a wait has its base length plus up to a quarter; a retry-after is its minimum',
  fc.property(anyFailures, (failures) => {
    const walk = new Walk().ask()
    failEach(walk, failures).waits.forEach((wait, index) => {
      const { random = 0, retryAfterMs = null } = failures[index] ?? {}
      const drawn = Math.round(1_000 * 2 ** index * (1 + random / 4))
      expect(wait).toBe(Math.max(drawn, retryAfterMs ?? 0))
    })
  }),
)

testProperty(
  'row 4 no timer fires after a cancel: it is stopped, and a late one would be stale',
  fc.property(anyFailures, fc.nat(1), (failures, retried) => {
    const soon = failures.map((each) => ({ ...each, retryAfterMs: null }))
    const walk = new Walk().ask()
    failEach(walk, soon.slice(0, retried))
    walk.fail('server')
    const { timer } = walk
    const step = walk.cancel()
    expect(step.effects).toContainEqual({ type: 'stopTimer', timerId: timer })
    const late = { type: 'timerFired', timerId: timer } as const
    expect(walk.try(late)).toEqual({ type: 'refused', reason: 'stale' })
    walk.say('And now?')
    expect(walk.try(late)).toEqual({ type: 'refused', reason: 'stale' })
  }),
)
