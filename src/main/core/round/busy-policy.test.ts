import { expect, test } from 'vitest'
import { isResting } from '../../../shared/conversation/conversation-state.ts'
import type { Context } from '../machine/context.ts'
import { bash, spawn } from '../testing/test-calls.ts'
import { effectTypes, message, Walk, wordsIn } from '../testing/test-walk.ts'

type Change = Partial<Context>

/** Every state in which a turn runs, and what has been told to stop. */
const BUSY: Readonly<Record<string, (change: Change) => Walk>> = {
  'awaitingLlm behind results': (change) => {
    const walk = new Walk(change).ask()
    walk.callBash('make')
    walk.finishTool()
    return walk
  },
  'llmRequesting, connecting': (change) => new Walk(change).ask(),
  'llmRequesting, streaming': (change) => new Walk(change).ask(true),
  'llmRequesting, backoff': (change) => {
    const walk = new Walk(change).ask()
    walk.fail('network')
    return walk
  },
  'llmRequesting, a summary': (change) => {
    const walk = new Walk(change).ask()
    walk.fail('contextFull')
    walk.fireTimer()
    return walk
  },
  awaitingApproval: (change) => {
    const walk = new Walk({ ...change, permissionMode: 'ask' }).ask()
    walk.call(bash('make'), bash('ls'))
    return walk
  },
  toolExecuting: (change) => {
    const walk = new Walk(change).ask()
    walk.callBash('make', 'ls')
    return walk
  },
  awaitingSubAgents: (change) => {
    const walk = new Walk(change).ask()
    walk.call(spawn('Look'), bash('ls'))
    return walk
  },
}
const WAITS: readonly string[] = ['toolExecuting', 'awaitingSubAgents']
const NAMES = Object.keys(BUSY)
const INTERRUPT = { busyPolicy: 'interrupt' } as const

function busy(name: string, change: Change = {}): Walk {
  const make = BUSY[name]
  if (make === undefined) throw new Error(name)
  return make(change)
}

// covers REQ-BED-002.2a
test.each(NAMES)(
  'under reject a message is refused; the offered ways are to end the turn or to wait: %s',
  (name) => {
    const before = busy(name).state
    const walk = busy(name)
    expect(walk.try(message('More'))).toEqual({ type: 'refused', reason: 'busy' })
    expect(walk.state).toEqual(before)
    expect(walk.try(message('More', 'interrupt')).type).toBe('moved')
  },
)

// covers R5-05 R5-06 R5-07
test.each(NAMES)(
  'under interrupt one step closes the round, ends the turn, stores the message and begins the next turn: %s',
  (name) => {
    for (const [change, mode] of [
      [INTERRUPT, 'policy'],
      [{}, 'interrupt'],
    ] as const) {
      const walk = busy(name, change)
      if (!('turn' in walk.state)) throw new Error('no turn')
      const { id } = walk.state.turn
      const open = 'round' in walk.state ? walk.state.round.remaining.length : 0
      const step = walk.say('Rather', mode)
      expect(wordsIn(step).at(-1)).toBe('user: Rather')
      const results = wordsIn(step).filter((words) => /^(cancelled|skipped):/.test(words))
      expect(results).toHaveLength(open + (WAITS.includes(name) ? 1 : 0))
      expect(step.lifecycle).toMatchObject([
        { type: 'turnInterrupted', turnId: id, reason: 'newMessage', by: 'm Rather' },
        { type: 'turnStarted', trigger: 'message' },
      ])
      expect(step.state.type).toBe(WAITS.includes(name) ? 'cancelling' : 'awaitingLlm')
    }
  },
)

// covers R5-08
test.each(WAITS)(
  'while a process or a sub-agent still lives, the new turn waits for it, at most until its deadline: %s',
  (name) => {
    for (const end of [(walk: Walk) => ended(walk), (walk: Walk) => walk.fireTimer()]) {
      const walk = busy(name)
      walk.say('Rather', 'interrupt')
      const { then, deadline } = walk.in('cancelling')
      expect(deadline - walk.at).toBe(name === 'toolExecuting' ? 500 : 1_000)
      const step = end(walk)
      expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'userMessage' })
      expect(then).toMatchObject({ type: 'turn', turn: { id: walk.in('awaitingLlm').turn.id } })
    }
  },
)

function ended(walk: Walk): ReturnType<Walk['take']> {
  const { waitingFor } = walk.in('cancelling')
  const [work] = waitingFor
  if (work === undefined) throw new Error('nothing is waited for')
  if (work.what.startsWith('sub-agent')) {
    const now = { type: 'ended', outcome: 'cancelled', text: '', tokens: 0 } as const
    return walk.take({ type: 'childChanged', agentId: work.workId as never, now })
  }
  return walk.finishTool('aborted')
}

test('an aborted request is never waited for', () => {
  for (const name of NAMES.filter((each) => each.startsWith('llmRequesting'))) {
    const walk = busy(name)
    const { works } = { works: effectTypes(walk.say('Rather', 'interrupt')) }
    expect(works.includes('stopWork'), name).toBe(!name.endsWith('backoff'))
    expect(walk.in('awaitingLlm').reason).toBe('userMessage')
  }
})

/** A turn that is being stopped, and what follows it. */
function cancelling(then: 'rest' | 'turn' | 'round', change: Change = {}): Walk {
  const walk = busy('toolExecuting', change)
  if (then === 'rest') walk.cancel()
  else if (then === 'turn') walk.say('Rather', 'interrupt')
  else walk.fireTimer()
  expect(walk.in('cancelling').then.type).toBe(then)
  return walk
}

test.each(['rest', 'turn', 'round'] as const)(
  'while the last turn is stopping, then %s, reject refuses and says why',
  (then) => {
    expect(cancelling(then).try(message('More'))).toEqual({ type: 'refused', reason: 'cancelling' })
  },
)

test.each(['rest', 'turn', 'round'] as const)(
  'while the last turn is stopping, then %s, interrupt keeps the message for the turn that follows',
  (then) => {
    const walk = cancelling(then)
    const before = walk.in('cancelling')
    const step = walk.say('More', 'interrupt')
    expect(wordsIn(step)).toEqual(['user: More'])
    expect(step.effects).toEqual([])
    const { timerId, deadline, waitingFor, then: next } = walk.in('cancelling')
    expect({ timerId, deadline, waitingFor }).toEqual({
      timerId: before.timerId,
      deadline: before.deadline,
      waitingFor: before.waitingFor,
    })
    expect(next.type).toBe('turn')
    const kinds = step.lifecycle.map(({ type }) => type)
    const expected = { rest: ['turnStarted'], turn: [], round: ['turnInterrupted', 'turnStarted'] }
    expect(kinds).toEqual(expected[then])
    expect(ended(walk).state).toMatchObject({ type: 'awaitingLlm', reason: 'userMessage' })
  },
)

test.each(['turn', 'round'] as const)(
  'a cancel while stopping drops what was to follow: then %s becomes rest',
  (then) => {
    const walk = cancelling(then)
    const step = walk.cancel()
    expect(step.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'userCancel' }])
    expect(walk.in('cancelling').then.type).toBe('rest')
    expect(ended(walk).state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  },
)

test('T09 every further cancel has nothing to do', () => {
  const nothing = { type: 'refused', reason: 'nothingToDo' }
  expect(cancelling('rest').try({ type: 'cancelRequested', by: 'user' })).toEqual(nothing)
  expect(new Walk().try({ type: 'cancelRequested', by: 'user' })).toEqual(nothing)
})

test('a message for the next step goes behind the results, into the running turn, and delays nothing', () => {
  const walk = busy('awaitingLlm behind results')
  const before = walk.state
  const step = walk.say('By the way', 'join')
  expect(wordsIn(step)).toEqual(['user: By the way'])
  expect(step.state).toEqual(before)
  expect([step.effects, step.lifecycle]).toEqual([[], []])
})

test.each(NAMES.filter((name) => name !== 'awaitingLlm behind results'))(
  'a message cannot join anywhere else, whatever the policy: %s',
  (name) => {
    for (const change of [{}, INTERRUPT]) {
      expect(busy(name, change).try(message('By the way', 'join'))).toEqual({
        type: 'refused',
        reason: 'busy',
      })
    }
  },
)

test('at rest every message begins a turn, whatever its mode', () => {
  for (const mode of ['policy', 'interrupt', 'join'] as const) {
    expect(new Walk().say('Hi', mode).lifecycle).toMatchObject([{ type: 'turnStarted' }])
  }
})

test('under reject a message sends its request at once, and a second one is refused', () => {
  const walk = new Walk({ debounceMs: 100 })
  expect(walk.say().effects).toMatchObject([{ type: 'startTimer', afterMs: 0 }])
  expect(walk.try(message('More'))).toEqual({ type: 'refused', reason: 'busy' })
})

// covers R5-09 R5-10
test.each([0, 100, 250, 500])(
  'under interrupt a message waits the %d ms that are set for others; each joins the turn and restarts the wait',
  (debounceMs) => {
    const walk = new Walk({ ...INTERRUPT, debounceMs })
    expect(walk.say('One').effects).toMatchObject([{ type: 'startTimer', afterMs: debounceMs }])
    const { timer, at } = walk
    walk.at += debounceMs / 2
    const step = walk.say('Two')
    expect(step.lifecycle).toEqual([])
    expect(wordsIn(step)).toEqual(['user: Two'])
    const left = Math.min(debounceMs, at + 500 - walk.at)
    expect(step.effects).toMatchObject([
      { type: 'stopTimer', timerId: timer },
      { type: 'startTimer', afterMs: left },
    ])
    expect(walk.try({ type: 'timerFired', timerId: timer })).toEqual({
      type: 'refused',
      reason: 'stale',
    })
  },
)

test('a steady stream of messages still starts the turn after 500 ms', () => {
  const walk = new Walk({ ...INTERRUPT, debounceMs: 100 })
  const start = walk.at
  walk.say('0')
  for (let ms = 90; ms <= 450; ms += 90) {
    walk.at = start + ms
    walk.say(`${ms}`)
    expect(walk.in('awaitingLlm').dueAt).toBe(Math.min(walk.at + 100, start + 500))
  }
  walk.at = start + 505
  expect(walk.say('late').effects).toMatchObject([{}, { type: 'startTimer', afterMs: 0 }])
  expect(walk.fireTimer().state.type).toBe('llmRequesting')
})

test('a clock that jumps in either direction makes no wait longer than it is set, and none negative', () => {
  for (const jump of [-86_400_000, 86_400_000]) {
    const walk = new Walk({ ...INTERRUPT, debounceMs: 100 })
    walk.say('One')
    walk.at += jump
    const waits = walk
      .say('Two')
      .effects.flatMap((effect) => (effect.type === 'startTimer' ? [effect.afterMs] : []))
    expect(waits).toEqual([jump < 0 ? 100 : 0])
  }
})

function waitOf(walk: Walk): number {
  return walk.in('awaitingLlm').dueAt - walk.at
}

test('only a message waits: results, Continue, Retry and a summary send their request at once', () => {
  expect(waitOf(busy('awaitingLlm behind results', INTERRUPT))).toBe(0)
  const stopped = new Walk(INTERRUPT).ask()
  stopped.cancel()
  stopped.take({ type: 'continueRequested' })
  expect(waitOf(stopped)).toBe(0)
  const failed = new Walk(INTERRUPT).ask()
  failed.fail('auth')
  failed.take({ type: 'retryRequested' })
  expect(waitOf(failed)).toBe(0)
  const full = new Walk(INTERRUPT).ask()
  full.fail('contextFull')
  expect(waitOf(full)).toBe(0)
})

test('the policy and the wait in force when the message arrives apply', () => {
  const walk = new Walk().ask()
  walk.take({ type: 'settingsChanged', change: { busyPolicy: 'interrupt', debounceMs: 200 } })
  expect(walk.say('Rather').effects.at(-1)).toMatchObject({ type: 'startTimer', afterMs: 200 })
  expect(isResting(walk.state)).toBe(false)
})
