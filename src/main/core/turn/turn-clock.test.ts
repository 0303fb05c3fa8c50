import { expect, test } from 'vitest'
import { ConversationState, turnOf } from '../../../shared/conversation/conversation-state.ts'
import type { TimerId, TurnId } from '../../../shared/ids.ts'
import type { TurnClock } from '../../../shared/conversation/turn.ts'
import { DEFAULT_LIMITS } from '../../../shared/settings/settings.ts'
import { awaitedBy } from './awaited.ts'
import { capsOf, type Context } from '../machine/context.ts'
import type { EffectOf } from '../machine/effect.ts'
import { bash, spawn } from '../testing/test-calls.ts'
import { submitted, message, type Walked, Walk, wordsIn } from '../testing/test-walk.ts'
import { clockTimerOf } from './turn-clock.ts'

const MINUTE = 60_000
const LIMIT = 120 * MINUTE
const GRACE = 10 * MINUTE
const CAPS = capsOf(DEFAULT_LIMITS)

function clockOf(walk: Walk): TurnClock {
  const clock = turnOf(walk.state)?.clock ?? null
  if (clock === null) throw new Error(`no clock in ${walk.state.type}`)
  return clock
}

function fireClock(walk: Walk): Walked {
  const timerId = clockTimerOf(walk.state)
  if (timerId === null) throw new Error('the clock stands')
  return walk.take({ type: 'timerFired', timerId })
}

function extend(walk: Walk): Walked {
  return walk.take({ type: 'turnExtended', turnId: turnOf(walk.state)?.id ?? ('' as TurnId) })
}

function ofClock(timerId: TimerId): boolean {
  return timerId.endsWith('.clock')
}

/** What a step does to the clock's timers. */
function clockEffects({ effects }: Walked): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.type === 'stopTimer' && ofClock(effect.timerId)) return ['stop']
    return effect.type === 'startTimer' && ofClock(effect.timerId)
      ? [`start ${effect.afterMs / MINUTE} min`]
      : []
  })
}

function clocked(change: Partial<Context> = {}): Walk {
  return new Walk({ caps: CAPS, ...change })
}

test('one timer runs from the start of a turn to its end, whatever happens meanwhile', () => {
  const walk = clocked()
  const began = walk.say()
  expect(clockEffects(began)).toEqual(['start 120 min'])
  expect(awaitedBy(walk.state).timers).toContain(clockTimerOf(walk.state))
  const steps = [
    walk.fireTimer(),
    walk.take({ type: 'llmStreamStarted', requestId: walk.work }),
    walk.fail('overloaded'),
    walk.fireTimer(),
    walk.callBash('make'),
    walk.finishTool(),
    walk.fireTimer(),
  ]
  expect(steps.flatMap(clockEffects)).toEqual([])
  expect(clockEffects(walk.answer('Done'))).toEqual(['stop'])
})

test('at the limit the turn continues and a person is asked; without an answer it ends like by Stop, with a reason of its own', () => {
  const walk = clocked().ask()
  walk.callBash('sleep 1d', 'make')
  const asked = fireClock(walk)
  expect(asked).toMatchObject({ messages: [], lifecycle: [] })
  expect(clockEffects(asked)).toEqual(['start 10 min'])
  expect(walk.in('toolExecuting').turn.clock).toMatchObject({ stage: 'grace' })
  walk.printed = 'half'
  const ended = fireClock(walk)
  expect(wordsIn(ended)).toEqual([
    'cancelled: Cancelled: this turn reached its time limit\n\nIt had printed:\nhalf',
    'skipped: Skipped due to cancellation',
    'system: Stopped: this turn had worked for 2 hours, and nobody chose to continue it. Press Continue to go on from here. You can change this limit in Settings, under Limits.',
  ])
  expect(ended.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'timeLimit' }])
  expect(ended.effects).toContainEqual(
    expect.objectContaining({ type: 'stopWork', reason: 'timeout' }),
  )
  expect(clockEffects(ended)).toEqual([])
  expect(walk.state).toMatchObject({
    type: 'cancelling',
    then: { type: 'rest', state: { type: 'idle', unfinished: { cause: 'limit' } } },
  })
})

test('a person who presses Continue gives the turn its full time again, and is asked again after that', () => {
  const walk = clocked().ask()
  expect(fireClock(walk).path).toEqual(['AwaitingLLMResponse'])
  walk.at += 3 * MINUTE
  expect(clockEffects(extend(walk))).toEqual(['stop', 'start 120 min'])
  expect(clockOf(walk)).toMatchObject({ stage: 'limit', extensions: 1 })
  fireClock(walk)
  expect(clockOf(walk)).toMatchObject({ stage: 'grace', extensions: 1 })
  const ended = fireClock(walk)
  expect(wordsIn(ended)).toMatchObject([expect.stringContaining('worked for 4 hours')])
  expect(walk.state).toMatchObject({ type: 'idle', unfinished: { cause: 'limit' } })
})

test('a turn that has not reached its limit, or another turn, cannot be extended', () => {
  const walk = clocked().ask()
  const turnId = walk.in('llmRequesting').turn.id
  expect(walk.try({ type: 'turnExtended', turnId })).toMatchObject({ reason: 'nothingToDo' })
  fireClock(walk)
  const other = 'turn' as TurnId
  expect(walk.try({ type: 'turnExtended', turnId: other })).toMatchObject({ reason: 'stale' })
})

test('a limit shorter than the grace period is its own grace period', () => {
  const walk = clocked({ caps: { ...CAPS, minutesPerTurn: 2 } })
  expect(clockEffects(walk.say())).toEqual(['start 2 min'])
  expect(clockEffects(fireClock(walk))).toEqual(['start 2 min'])
})

test('the clock pauses while a person is asked, and resumes with the time left', () => {
  const walk = clocked({ permissionMode: 'ask' }).ask()
  walk.at += 30 * MINUTE
  const asked = walk.call(bash('make'))
  expect(clockEffects(asked)).toEqual(['stop'])
  expect(awaitedBy(walk.state).timers).toEqual([])
  walk.at += 24 * 60 * MINUTE
  const callIds = walk.in('awaitingApproval').round.remaining.map(({ callId }) => callId)
  const answered = walk.take({ type: 'approvalAnswered', callIds, answer: { type: 'once' } })
  expect(clockEffects(answered)).toEqual(['start 90 min'])
})

test('the clock stops once every working sub-agent asks a person, and not before', () => {
  const walk = clocked().ask()
  walk.call(spawn('Look', 'Count'))
  expect(clockEffects(walk.child(0, { type: 'asking' }))).toEqual([])
  expect(clockEffects(walk.child(1, submitted('2')))).toEqual(['stop'])
  expect(clockEffects(walk.child(0, { type: 'working' }))).toEqual(['start 120 min'])
})

/** The clock of a turn that asks a person so many ms after its start, by the wall clock. */
function askedAfter(ms: number): TurnClock {
  const walk = clocked({ permissionMode: 'ask' }).ask()
  walk.at += ms
  walk.call(bash('make'))
  return clockOf(walk)
}

test('after a sleep of the computer at least a minute is left; a clock that was set back adds nothing', () => {
  expect(askedAfter(LIMIT * 5).time).toEqual({ type: 'standing', leftMs: MINUTE })
  expect(askedAfter(-LIMIT).time).toEqual({ type: 'standing', leftMs: LIMIT })
})

test('a person can extend the turn while a call needs approval, and its grace period stays', () => {
  const walk = clocked({ permissionMode: 'ask' }).ask()
  fireClock(walk)
  walk.at += MINUTE
  walk.call(bash('make'))
  expect(clockOf(walk)).toMatchObject({
    stage: 'grace',
    time: { type: 'standing', leftMs: GRACE - MINUTE },
  })
  expect(clockEffects(extend(walk))).toEqual([])
  expect(clockOf(walk).time).toEqual({ type: 'standing', leftMs: LIMIT })
})

test('a message that ends the turn begins one with its own clock; work that is being stopped counts for the new turn', () => {
  const walk = clocked().ask()
  walk.callBash('make')
  const first = clockTimerOf(walk.state)
  const replaced = walk.say('Something else', 'interrupt')
  expect(walk.in('cancelling').then.type).toBe('turn')
  expect(clockEffects(replaced)).toEqual(['stop', 'start 120 min'])
  expect(clockTimerOf(walk.state)).not.toBe(first)
  const joined = walk.take(message('And this', 'interrupt'))
  expect(clockEffects(joined)).toEqual([])
})

test('time that runs out while a tool is being stopped ends the turn that would continue', () => {
  const walk = clocked().ask()
  walk.callBash('sleep 1d')
  walk.fireTimer()
  expect(walk.in('cancelling').then.type).toBe('round')
  fireClock(walk)
  const ended = fireClock(walk)
  expect(ended.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'timeLimit' }])
  expect(walk.in('cancelling').then).toMatchObject({ type: 'rest', state: { type: 'idle' } })
})

test('a sub-agent has no one to ask: limit and grace are one, and its parent reads that its time was over', () => {
  const walk = Walk.child({ caps: CAPS })
  expect(clockEffects(walk.say())).toEqual(['start 130 min'])
  walk.fireTimer()
  expect(
    walk.try({ type: 'turnExtended', turnId: walk.in('llmRequesting').turn.id }),
  ).toMatchObject({ reason: 'nothingToDo' })
  const ended = fireClock(walk)
  expect(ended.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'timeLimit' }])
  expect(ended.messages).toEqual([])
  expect(walk.state).toMatchObject({ type: 'failed', reason: 'timeout' })
})

test('contexts from before the limit existed give turns without a clock, and the ids they always had', () => {
  const { minutesPerTurn: _, ...before } = CAPS
  const walk = new Walk({ caps: before as Context['caps'] })
  const began = walk.say()
  expect(clockEffects(began)).toEqual([])
  expect(walk.in('awaitingLlm').turn.clock).toBeNull()
  const [own] = began.effects.filter((each) => each.type === 'startTimer')
  const [clockedOwn] = clocked()
    .say()
    .effects.filter((each): each is EffectOf<'startTimer'> => each.type === 'startTimer')
  expect(own).toEqual(clockedOwn)
  const { clock: _clock, ...turn } = walk.in('awaitingLlm').turn
  const read = ConversationState.parse({ ...walk.state, turn })
  expect(read).toEqual(walk.state)
})
