import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ConversationState,
  keepsTrying,
  turnOf,
} from '../../../shared/conversation/conversation-state.ts'
import { KEEP_TRYING_MS, KeepTrying } from '../../../shared/conversation/keep-trying.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'
import { DEFAULT_LIMITS } from '../../../shared/settings/settings.ts'
import { awaitedBy } from '../turn/awaited.ts'
import { capsOf, type Context } from '../machine/context.ts'
import { decideToKeepTrying } from './retry-policy.ts'
import { bash } from '../testing/test-calls.ts'
import { testContext } from '../testing/test-context.ts'
import { testProperty } from '../testing/test-property.ts'
import { effectTypes, Walk, wordsIn } from '../testing/test-walk.ts'
import { clockTimerOf } from '../turn/turn-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const { primary } = testContext()
const FALLBACK = { ...primary, model: 'claude-other' }

function trying(change: Partial<Context> = {}): Walk {
  const walk = new Walk({ keepTryingMs: 15 * MINUTE, ...change })
  walk.random = 0
  return walk.ask()
}

/** How long the machine waits now, in ms; null: it does not. */
function waitOf(walk: Walk): number | null {
  const { state } = walk
  if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') return null
  return state.phase.retryAt - walk.at
}

/** Fails until the turn ends, each wait over in its time. */
function failOn(walk: Walk, kind: ErrorKind = 'overloaded'): readonly number[] {
  const waits: number[] = []
  for (let tries = 0; tries < 200 && walk.state.type === 'llmRequesting'; tries++) {
    walk.fail(kind)
    const waitMs = waitOf(walk)
    if (waitMs === null) continue
    waits.push(waitMs)
    walk.at += waitMs
    walk.fireTimer()
  }
  return waits
}

test.each(['overloaded', 'network', 'rateLimit'] as const)(
  'with keep trying (%s) a turn retries beyond three attempts: waits double up to four minutes, five with jitter, within the chosen total',
  (kind) => {
    const waits = failOn(trying(), kind)
    const [first, second, ...kept] = waits.map((ms) => ms / 1_000)
    expect([first, second]).toEqual([1, 2])
    expect(kept).toEqual([4, 8, 16, 32, 64, 128, 240, 240, 168])
    expect(kept.reduce((sum, seconds) => sum + seconds, 0)).toBe(15 * 60)
  },
)

test('it is off by default, and other failures still end the turn at the third', () => {
  expect(new Walk().ask().failThrice().state.type).toBe('error')
  for (const kind of ['server', 'timeout'] as const) {
    expect(failOn(trying(), kind)).toHaveLength(2)
  }
  const walk = trying()
  walk.failThrice()
  walk.fireTimer()
  expect(walk.fail('auth').state).toMatchObject({ type: 'error', kind: 'auth' })
})

test('attempts keep counting, and the error says how long the turn waited', () => {
  const walk = trying()
  walk.failThrice()
  expect(walk.in('llmRequesting')).toMatchObject({
    attempt: 4,
    phase: { type: 'backoff', patienceMs: 15 * MINUTE - 4_000, error: { kind: 'overloaded' } },
  })
  walk.fireTimer()
  failOn(walk)
  expect(walk.state).toMatchObject({
    type: 'error',
    message: 'No. Tried 12 times, over 15 minutes of waiting.',
  })
})

test('rule 5: after three failures the fallback is used, and retried from then on', () => {
  const walk = trying({ fallback: FALLBACK })
  expect(walk.failThrice().state).toMatchObject({ attempt: 1, turn: { provider: 'fallback' } })
  expect(walk.failThrice().state).toMatchObject({
    attempt: 4,
    phase: { type: 'backoff', patienceMs: 15 * MINUTE - 4_000 },
  })
  const { effects } = walk.fireTimer()
  expect(effects).toMatchObject([{ type: 'requestModel', provider: { model: 'claude-other' } }, {}])
})

test('a retry-after is waited for in full, at any attempt; one beyond the remaining time ends the turn at once', () => {
  const walk = trying({ keepTryingMs: HOUR, fallback: FALLBACK })
  walk.fail('rateLimit', 20 * MINUTE)
  expect(waitOf(walk)).toBe(20 * MINUTE)
  expect(walk.in('llmRequesting')).toMatchObject({ attempt: 2, turn: { provider: 'primary' } })
  walk.fireTimer()
  walk.fail('rateLimit', 40 * MINUTE)
  expect(waitOf(walk)).toBe(40 * MINUTE)
  walk.fireTimer()
  const step = walk.fail('rateLimit', 2 * MINUTE)
  expect(step.state).toMatchObject({ type: 'error', retryAt: walk.at + 2 * MINUTE })
  expect(trying().fail('rateLimit', HOUR).state).toMatchObject({ type: 'error' })
})

test('Try now sends the request at once, and the unused waiting time stays available', () => {
  const walk = trying()
  walk.failThrice()
  const { timer } = walk
  walk.at += 1_000
  const step = walk.take({ type: 'retryRequested' })
  expect(effectTypes(step)).toEqual(['stopTimer', 'startTimer'])
  expect(step.effects).toContainEqual({ type: 'stopTimer', timerId: timer })
  expect(effectTypes(walk.fireTimer())).toEqual(['requestModel', 'startTimer'])
  expect(walk.in('llmRequesting')).toMatchObject({ attempt: 4, turn: { keptTryingMs: 1_000 } })
  walk.fail('overloaded')
  walk.at -= HOUR
  walk.take({ type: 'retryRequested' })
  expect(walk.in('llmRequesting').turn.keptTryingMs).toBe(0)
})

test('Stop ends it at once: idle with Continue, and no timer is left', () => {
  const walk = trying({ caps: capsOf(DEFAULT_LIMITS) })
  walk.failThrice()
  const { timers } = awaitedBy(walk.state)
  const step = walk.cancel()
  expect(step.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  expect(step.effects).toEqual(timers.map((timerId) => ({ type: 'stopTimer', timerId })))
})

test('after a restart only a click continues it', () => {
  const walk = trying()
  walk.failThrice()
  const { id, goal, unfinished } = walk.in('llmRequesting').turn
  const step = walk.take({
    type: 'recovered',
    openTurn: { id, goal, unfinished },
    rested: null,
    openCalls: [],
  })
  expect(step.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  expect(step.effects).toEqual([])
})

test('a changed choice applies from the next failure: switched off, the attempt that waits is the last', () => {
  const walk = trying()
  walk.failThrice()
  walk.take({ type: 'settingsChanged', change: { keepTryingMs: 0 } })
  expect(waitOf(walk)).toBe(4_000)
  walk.fireTimer()
  expect(walk.fail('overloaded').state.type).toBe('error')
  const other = new Walk().ask()
  other.fail('overloaded')
  other.take({ type: 'settingsChanged', change: { keepTryingMs: 4 * HOUR } })
  other.fireTimer()
  other.fail('overloaded')
  other.fireTimer()
  expect(keepsTrying(other.fail('overloaded').state)).toBe(true)
})

test('its time belongs to the turn, for all of its requests; the next turn has its own', () => {
  const walk = trying()
  walk.failThrice()
  walk.fireTimer()
  walk.call(bash('make'))
  walk.finishTool()
  walk.fireTimer()
  walk.failThrice()
  expect(walk.in('llmRequesting')).toMatchObject({ attempt: 4, turn: { keptTryingMs: 8_000 } })
  walk.cancel()
  walk.say('Again')
  expect(walk.in('awaitingLlm').turn.keptTryingMs).toBe(0)
})

test('a summary keeps trying like a reply, and so does a sub-agent, within its own time', () => {
  const walk = trying()
  walk.fail('contextFull')
  walk.fireTimer()
  walk.failThrice()
  expect(walk.in('llmRequesting')).toMatchObject({ purpose: 'compaction', attempt: 4 })
  const child = Walk.child({ keepTryingMs: 15 * MINUTE })
  child.say()
  child.fireTimer()
  child.failThrice()
  expect(keepsTrying(child.state)).toBe(true)
})

test("029: the turn's clock pauses while it keeps trying, and resumes with the time left", () => {
  const walk = trying({ keepTryingMs: 4 * HOUR, caps: capsOf(DEFAULT_LIMITS) })
  walk.at += 30 * MINUTE
  walk.fail('overloaded')
  walk.fireTimer()
  walk.fail('overloaded')
  walk.fireTimer()
  expect(clockTimerOf(walk.state)).not.toBeNull()
  walk.fail('overloaded', 3 * HOUR)
  expect(clockTimerOf(walk.state)).toBeNull()
  walk.at += 3 * HOUR
  walk.fireTimer()
  expect(turnOf(walk.state)?.clock?.time).toMatchObject({ dueAt: walk.at + 90 * MINUTE })
})

test('029: a turn whose time ran out during sleep does not get a minute for each attempt', () => {
  const walk = trying({ caps: capsOf(DEFAULT_LIMITS) })
  walk.at += 24 * HOUR
  walk.failThrice()
  expect(turnOf(walk.state)?.clock?.time).toEqual({ type: 'standing', leftMs: 1 })
})

test('contexts and states from before the setting do not keep trying', () => {
  const { keepTryingMs: _, ...before } = testContext()
  const walk = new Walk()
  walk.context = before as Context
  walk.ask()
  expect(walk.failThrice().state.type).toBe('error')
  const now = new Walk().ask()
  now.fail('overloaded')
  const state = now.in('llmRequesting')
  const { keptTryingMs: _kept, ...turn } = state.turn
  const { type, timerId, retryAt, error } = state.phase as Extract<
    typeof state.phase,
    { type: 'backoff' }
  >
  const older = { ...state, turn, phase: { type, timerId, retryAt, error } }
  expect(ConversationState.parse(older)).toEqual(state)
})

testProperty(
  'for any failures, a turn waits no longer in total than was chosen, and every turn ends',
  fc.property(
    fc.constantFrom(...KeepTrying.options),
    fc.boolean(),
    fc.infiniteStream(
      fc.record({
        kind: fc.constantFrom('overloaded' as const, 'network' as const, 'rateLimit' as const),
        retryAfterMs: fc.constantFrom(null, null, null, 0, 30_000, 90_000, HOUR, 5 * HOUR),
        random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      }),
    ),
    (keepTrying, hasFallback, failures) => {
      const walk = trying({
        keepTryingMs: KEEP_TRYING_MS[keepTrying],
        fallback: hasFallback ? FALLBACK : null,
      })
      let keptMs = 0
      for (const { kind, retryAfterMs, random } of failures) {
        walk.random = random
        walk.fail(kind, retryAfterMs)
        if (walk.state.type !== 'llmRequesting') break
        if (keepsTrying(walk.state)) {
          const waitMs = waitOf(walk) ?? 0
          expect(waitMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0)
          keptMs += waitMs
        }
        if (walk.state.phase.type === 'backoff') walk.fireTimer()
      }
      expect(walk.state.type).toBe('error')
      expect(keptMs).toBeLessThanOrEqual(KEEP_TRYING_MS[keepTrying])
    },
  ),
)

test('a wait is at most five minutes, except for a retry-after and within the time left', () => {
  const failure = { kind: 'overloaded', attempt: 40, retryAfterMs: null } as const
  expect(decideToKeepTrying(failure, HOUR, 0.999_999_9)).toBe(5 * MINUTE)
  expect(decideToKeepTrying({ ...failure, retryAfterMs: 7 * MINUTE }, HOUR, 0)).toBe(7 * MINUTE)
  expect(decideToKeepTrying(failure, 9_000, 0.5)).toBe(9_000)
  expect(decideToKeepTrying(failure, 0, 0.5)).toBeNull()
})

test('the thread shows no line for each attempt', () => {
  const walk = trying()
  expect(wordsIn(walk.failThrice())).toEqual([])
})
