import { expect, test } from 'vitest'
import { IDLE } from '../src/shared/conversation/conversation-state.ts'
import { DEFAULT_CAPS } from '../src/main/core/machine/context.ts'
import type { Effect } from '../src/main/core/machine/effect.ts'
import { type Moved, refused, type Step } from '../src/main/core/machine/step.ts'
import { clockedContext, testContext } from '../src/main/core/testing/test-context.ts'
import { transition } from '../src/main/core/transition.ts'
import { byTier } from '../src/shared/testing/by-tier.ts'
import type { Transition } from './check-step.ts'
import { prove } from './prove.ts'
import type { Variant } from './variants.ts'

/** A turn with one reply and one call shows each of these faults. */
const SMALL_CAPS = { ...DEFAULT_CAPS, requestsPerTurn: 1, toolCallsPerTurn: 1, subAgentsPerTurn: 0 }

// The real machine with one thing broken: for each promise there is a machine that breaks it.
const SMALL: Variant = {
  name: 'one request',
  context: { ...testContext(), caps: { ...SMALL_CAPS, minutesPerTurn: 0 } },
  start: IDLE,
  reach: 'apart',
}

function violationsOf(broken: Transition): readonly string[] {
  return prove(broken, [SMALL]).violations.map(({ what }) => what)
}

/** A machine whose moves into this state type are changed. */
function changing(type: Moved['state']['type'], change: (moved: Moved) => Step): Transition {
  return (state, context, event) => {
    const step = transition(state, context, event)
    return step.type === 'moved' && step.state.type === type ? change(step) : step
  }
}

function without(moved: Moved, ...types: readonly Effect['type'][]): Moved {
  return { ...moved, effects: moved.effects.filter((effect) => !types.includes(effect.type)) }
}

test('the machine as it is keeps every promise', () => {
  expect(violationsOf(transition)).toEqual([])
})

test('a timer that is awaited but never started is found, with the events that lead there', () => {
  const broken = changing('awaitingLlm', (moved) => without(moved, 'startTimer'))
  const [first] = prove(broken, [SMALL]).violations
  expect(first?.what).toMatch(/^awaitingLlm waits for .*, which does not live$/)
  expect(first?.witness).toEqual(['compactRequested'])
})

const CLOCKED: Variant = {
  ...SMALL,
  context: { ...clockedContext(), caps: SMALL_CAPS },
}

test('a clock that is lost between states is found', () => {
  const forgets = changing('llmRequesting', (moved) => {
    if (moved.state.type !== 'llmRequesting') return moved
    return { ...moved, state: { ...moved.state, turn: { ...moved.state.turn, clock: null } } }
  })
  expect(prove(forgets, [CLOCKED]).violations.map(({ what }) => what)).toContain(
    'llmRequesting leaves a timer alive that nobody waits for or has stopped',
  )
})

test('the longest way to rest is limit plus grace; without a clock it takes days', () => {
  // The calls of a turn wait one after another.
  const caps = { ...DEFAULT_CAPS, requestsPerTurn: 1, minutesPerTurn: 0 }
  const endless = { ...SMALL, context: { ...SMALL.context, caps } }
  for (const variant of byTier([], [endless]))
    expect(prove(transition, [variant]).longest.minutes).toBeGreaterThan(24 * 60)
  const short = { ...caps, toolCallsPerTurn: 1, minutesPerTurn: 12 }
  const limited = { ...CLOCKED, context: { ...CLOCKED.context, caps: short } }
  const seconds = prove(transition, [limited]).longest.minutes * 60
  expect(seconds).toBeCloseTo((12 + 10) * 60 + 1)
})

test('work that a cancel leaves running is found', () => {
  const broken = changing('idle', (moved) => without(moved, 'stopWork'))
  expect(violationsOf(broken)).toContain(
    'idle leaves a request alive that nobody waits for or has stopped',
  )
})

test('a timer that is not stopped is found', () => {
  const broken = changing('error', (moved) => without(moved, 'stopTimer'))
  expect(violationsOf(broken)).toContain(
    'error leaves a timer alive that nobody waits for or has stopped',
  )
})

const refusesReports: Transition = (state, context, event) =>
  event.type === 'toolFinished' ? refused('stale') : transition(state, context, event)

test('an awaited report that is refused is found', () => {
  expect(violationsOf(refusesReports)[0]).toMatch(
    /^toolExecuting waits for .*, which does not live$/,
  )
})

test('a step that throws and a state that does not match the schema are found', () => {
  const throwing = changing('error', () => {
    throw new Error('oh')
  })
  expect(violationsOf(throwing)[0]).toBe('it throws: Error: oh')
  const invalid = changing('llmRequesting', (moved) =>
    moved.state.type === 'llmRequesting'
      ? { ...moved, state: { ...moved.state, attempt: 0 } }
      : moved,
  )
  expect(violationsOf(invalid)[0]).toMatch(/^not a valid state: .*attempt/)
})

const retriesForEver: Transition = (state, context, event) => {
  const step = transition(state, context, event)
  if (step.type !== 'moved' || step.state.type !== 'llmRequesting') return step
  if (event.type !== 'llmFailed') return step
  const turn = { ...step.state.turn, requests: 0 }
  return { ...step, state: { ...step.state, attempt: 1, turn } }
}

test('failures that are retried endlessly are found', () => {
  expect(violationsOf(retriesForEver)[0]).toMatch(/: failures go round forever$/)
})

const ignoresCancel: Transition = (state, context, event) =>
  event.type === 'cancelRequested' && state.type === 'toolExecuting'
    ? refused('nothingToDo')
    : transition(state, context, event)

test('a refused cancel is found', () => {
  expect(violationsOf(ignoresCancel)).toEqual(['toolExecuting: a cancel does not lead to rest'])
})

const waitsForEver = changing('llmRequesting', () => refused('busy'))
const asksForEver: Transition = (state, context, event) => {
  const step = transition(state, context, event)
  if (state.type !== 'awaitingLlm' || event.type !== 'timerFired' || step.type !== 'moved')
    return step
  const timerId = '#e.9' as typeof state.timerId
  const effects = [{ type: 'startTimer', timerId, afterMs: 0 } as const]
  return { ...step, state: { ...state, timerId }, effects }
}

test('a state that only the user can leave is found', () => {
  expect(violationsOf(waitsForEver)[0]).toMatch(/^awaitingLlm waits for .*, which does not live$/)
  expect(violationsOf(asksForEver)).toEqual([
    'awaitingLlm: failures go round forever',
    'awaitingLlm: no rest is reached without the user',
  ])
})
