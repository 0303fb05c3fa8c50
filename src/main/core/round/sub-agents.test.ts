import { expect, test } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { isAsking } from '../../../shared/conversation/conversation-state.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { SubAgentOutcome } from '../../../shared/messages/message.ts'
import type { InputOf } from '../machine/event.ts'
import { bash, spawn, type TestTask } from '../testing/test-calls.ts'
import { effectTypes, submitted, Walk, type Walked, wordsIn } from '../testing/test-walk.ts'

const MINUTE = 60_000
const STALE = { type: 'refused', reason: 'stale' }
const ENDED_BY_TIME = {
  type: 'ended',
  outcome: 'timeout',
  text: 'So far: two.',
  tokens: 0,
} as const

function delegating(...tasks: readonly TestTask[]): Walk {
  const walk = new Walk().ask()
  walk.call(spawn(...tasks))
  return walk
}

/** What the model reads of a call's result. */
function resultOf(step: Walked): string {
  return wordsIn(step).findLast((words) => words.startsWith('ok:')) ?? ''
}

function phases(walk: Walk): readonly string[] {
  return walk.in('awaitingSubAgents').children.map(({ phase }) => phase.type)
}

// covers REQ-BED-008.1a REQ-BED-008.1b M-18 D-26 D-74
test('spawn_agents creates one conversation for each task, in one step, and starts all of them in parallel', () => {
  const walk = new Walk().ask()
  const step = walk.call(spawn('Look', 'Count'))
  const [look, count] = walk.in('awaitingSubAgents').children
  expect(step.children).toMatchObject([
    { agentId: look?.agentId, index: 0, task: 'Look' },
    { agentId: count?.agentId, index: 1, task: 'Count' },
  ])
  expect(step.effects.filter(({ type }) => type === 'startChild')).toEqual([
    { type: 'startChild', agentId: look?.agentId, task: 'Look' },
    { type: 'startChild', agentId: count?.agentId, task: 'Count' },
  ])
  expect(phases(walk)).toEqual(['working', 'working'])
})

test('a sub-agent has 10 minutes by default, otherwise the given time, at most 30', () => {
  const walk = delegating('Look', { task: 'Count', timeoutMinutes: 30 })
  expect(walk.in('awaitingSubAgents').children).toMatchObject([
    { phase: { deadline: walk.at + 10 * MINUTE } },
    { phase: { deadline: walk.at + 30 * MINUTE } },
  ])
})

// covers REQ-BED-008.2b REQ-BED-008.3a REQ-BED-008.3b M-19 D-07
test('T59 when the last one has ended the call gets one result with all of theirs, in task order, and the model is asked again', () => {
  const walk = delegating('Look', 'Count', 'Sum')
  expect(wordsIn(walk.child(2, submitted('third')))).toEqual(['subAgent completed: third'])
  expect(wordsIn(walk.child(0, submitted('first')))).toEqual(['subAgent completed: first'])
  const step = walk.child(1, submitted('second'))
  expect(resultOf(step)).toBe(
    'ok: Sub-agent 1 (Look): completed\n\nfirst\n\nSub-agent 2 (Count): completed\n\nsecond\n\nSub-agent 3 (Sum): completed\n\nthird',
  )
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

test('the timer of a sub-agent ends with it, even while it is being stopped', () => {
  const walk = delegating('Look', 'Count')
  const { timer } = walk
  const stopTimer = { type: 'stopTimer', timerId: timer }
  expect(walk.child(0, submitted('first')).effects).toEqual([stopTimer])
  walk.fireTimer()
  const stopping = { type: 'stopTimer', timerId: walk.timer }
  expect(walk.child(1, ENDED_BY_TIME).effects).toContainEqual(stopping)
})

// covers REQ-BED-008.4a REQ-BED-008.4b
test.each(SubAgentOutcome.exclude(['completed']).options)(
  'T53 a sub-agent that ends with %s is reported once, next to the results of the others, and the turn continues',
  (outcome) => {
    const walk = delegating('Look', 'Count')
    const ended = walk.childEvent(0, { type: 'ended', outcome, text: 'Half.', tokens: 0 })
    walk.take(ended)
    expect(walk.try(ended)).toEqual(STALE)
    const step = walk.child(1, submitted('ten'))
    const [first, second] = resultOf(step).split('\n\nSub-agent 2 ')
    expect(first).toContain('Half.')
    expect(first).not.toContain('completed')
    expect(second).toBe('(Count): completed\n\nten')
    expect(step.state.type).toBe('awaitingLlm')
  },
)

// covers D-21
test('a report from an unknown or ended sub-agent changes nothing', () => {
  const walk = delegating('Look', 'Count')
  const words: readonly InputOf<'childChanged'>['now'][] = [
    submitted('x'),
    { type: 'asking' },
    { type: 'working' },
  ]
  const ended = walk.childEvent(0, submitted('first'))
  walk.take(ended)
  for (const now of words) {
    const unknown = { type: 'childChanged', agentId: 'nobody' as AgentId, now } as const
    expect(walk.try(unknown)).toEqual(STALE)
    expect(walk.try(walk.childEvent(0, now))).toEqual(STALE)
  }
})

test('T58 spawn_agents before other calls, and twice in a reply: each result belongs to its own call', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look'), bash('make'), spawn('Count'))
  const { replyId } = walk.in('awaitingSubAgents').round
  const first = walk.child(0, submitted('seen'))
  expect(first.messages.at(-1)).toMatchObject({ content: { callId: callIdOf(replyId, 0) } })
  expect(first.state.type).toBe('toolExecuting')
  expect(walk.finishTool().children).toMatchObject([
    { task: 'Count', callId: callIdOf(replyId, 2) },
  ])
  const last = walk.child(0, submitted('two'))
  expect(last.messages.at(-1)).toMatchObject({ content: { callId: callIdOf(replyId, 2) } })
  expect(last.state.type).toBe('awaitingLlm')
})

test("a sub-agent's clock stops while it asks a person", () => {
  const walk = delegating('Look')
  const { timer } = walk
  walk.at += 4 * MINUTE
  const asked = walk.child(0, { type: 'asking' })
  expect(asked.effects).toEqual([{ type: 'stopTimer', timerId: timer }])
  expect(walk.in('awaitingSubAgents').children).toMatchObject([{ phase: { left: 6 * MINUTE } }])
  expect(isAsking(walk.state)).toBe(true)
  walk.at += 60 * MINUTE
  expect(walk.try({ type: 'timerFired', timerId: timer })).toEqual(STALE)
  const resumed = walk.child(0, { type: 'working' })
  expect(resumed.effects).toMatchObject([{ type: 'startTimer', afterMs: 6 * MINUTE }])
  expect(isAsking(walk.state)).toBe(false)
})

test('a sub-agent that asks and ends without an answer reports its end like any other', () => {
  const walk = delegating('Look')
  walk.child(0, { type: 'asking' })
  const step = walk.child(0, { type: 'ended', outcome: 'cancelled', text: '', tokens: 0 })
  expect(resultOf(step)).toBe('ok: Sub-agent 1 (Look): cancelled')
  expect(step.state.type).toBe('awaitingLlm')
})

test('T55 at its deadline a sub-agent is stopped and has a second to hand in its last text', () => {
  const walk = delegating('Look', 'Count')
  const [look] = walk.in('awaitingSubAgents').children
  const stopped = walk.fireTimer()
  expect(stopped.effects).toMatchObject([
    { type: 'stopWork', workIds: [look?.agentId], reason: 'timeout' },
    { type: 'startTimer', afterMs: 1_000 },
  ])
  expect(phases(walk)).toEqual(['stopping', 'working'])
  walk.child(0, ENDED_BY_TIME)
  expect(phases(walk)).toEqual(['ended', 'working'])
  expect(resultOf(walk.child(1, submitted('ten')))).toContain(
    'Sub-agent 1 (Look): timed out\n\nSo far: two.',
  )
})

test('T55 a sub-agent that hands in nothing within that second ends without a result; later reports are stale', () => {
  const walk = delegating('Look')
  walk.fireTimer()
  const late = walk.childEvent(0, ENDED_BY_TIME)
  const step = walk.fireTimer()
  expect(wordsIn(step)).toEqual(['subAgent timeout: ', 'ok: Sub-agent 1 (Look): timed out'])
  expect(step.state.type).toBe('awaitingLlm')
  expect(walk.try(late)).toEqual(STALE)
})

test('a stopped sub-agent can neither ask nor continue', () => {
  const walk = delegating('Look')
  walk.fireTimer()
  expect(walk.try(walk.childEvent(0, { type: 'asking' }))).toEqual(STALE)
  expect(walk.try(walk.childEvent(0, { type: 'working' }))).toEqual(STALE)
})

test('T56 cancelling the parent stops its running sub-agents, keeps the results of ended ones, and waits at most a second', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look', 'Count', 'Sum'), bash('make'))
  walk.child(1, submitted('ten'))
  const [look, , sum] = walk.in('awaitingSubAgents').children
  const step = walk.cancel()
  expect(step.effects[0]).toEqual({
    type: 'stopWork',
    workIds: [look?.agentId, sum?.agentId],
    reason: 'user',
  })
  expect(effectTypes(step)).toEqual(['stopWork', 'stopTimer', 'stopTimer', 'startTimer'])
  expect(wordsIn(step).slice(-2)).toEqual([
    'cancelled: Sub-agent 1 (Look): cancelled\n\nSub-agent 2 (Count): completed\n\nten\n\nSub-agent 3 (Sum): cancelled',
    'skipped: Skipped due to cancellation',
  ])
  expect(walk.in('cancelling')).toMatchObject({ deadline: walk.at + 1_000 })
})

test('a cancelled sub-agent is awaited until it reports; the last one ends the wait', () => {
  const walk = delegating('Look', 'Count')
  const ended = [0, 1].map((index) =>
    walk.childEvent(index, { type: 'ended', outcome: 'cancelled', text: '', tokens: 0 }),
  )
  walk.cancel()
  const [first, second] = ended
  if (first === undefined || second === undefined) throw new Error('two sub-agents')
  expect(walk.take(first)).toMatchObject({ state: { type: 'cancelling' }, messages: [] })
  expect(walk.try(first)).toEqual(STALE)
  const last = walk.take(second)
  expect(last).toMatchObject({ state: { type: 'idle', unfinished: { cause: 'userCancel' } } })
  expect(effectTypes(last)).toEqual(['stopTimer'])
})

test('a sub-agent that outlives the deadline of a cancel is named, and the conversation rests', () => {
  const walk = delegating('Look for the\nbug')
  walk.cancel()
  const step = walk.fireTimer()
  expect(wordsIn(step)).toEqual([
    expect.stringMatching(/^system: Still running.*sub-agent: Look for the/),
  ])
  expect(step.state.type).toBe('idle')
})

// covers M-20
test('a message while sub-agents work is refused under reject, and ends the turn under interrupt', () => {
  const walk = delegating('Look')
  expect(
    walk.try({
      type: 'userMessage',
      messageId: 'm' as never,
      text: 'x',
      attachments: [],
      mode: 'policy',
    }),
  ).toEqual({
    type: 'refused',
    reason: 'busy',
  })
  const step = walk.say('Stop that', 'interrupt')
  expect(wordsIn(step)).toEqual([
    'subAgent cancelled: ',
    'cancelled: Sub-agent 1 (Look): cancelled',
    'user: Stop that',
  ])
  expect(step.state).toMatchObject({ type: 'cancelling', then: { type: 'turn' } })
})

test('a lost sub-agent ends the turn, and its call gets a result', () => {
  const walk = delegating('Look', 'Count')
  walk.child(0, submitted('seen'))
  const step = walk.take({ type: 'workLost', workId: walk.work })
  expect(step.state).toMatchObject({ type: 'error', kind: 'internal' })
  expect(wordsIn(step).find((words) => words.startsWith('unknown:'))).toContain('seen')
})

test('a clock that was set back gives an asking sub-agent no more time than its task has', () => {
  const walk = delegating('Look')
  walk.at -= 60 * MINUTE
  walk.child(0, { type: 'asking' })
  const [child] = walk.in('awaitingSubAgents').children
  expect(child?.phase).toEqual({ type: 'asking', left: 10 * MINUTE })
})

test('a sub-agent that worked while the computer slept has a minute left after its question', () => {
  const walk = delegating('Look')
  walk.at += 8 * 60 * MINUTE
  walk.child(0, { type: 'asking' })
  const [child] = walk.in('awaitingSubAgents').children
  expect(child?.phase).toEqual({ type: 'asking', left: MINUTE })
})

test.each([
  ['the same endpoint', 'claude-haiku-5', 'claude-haiku-5'],
  ['another endpoint', 'lab/small', null],
  ['none', null, null],
])(
  'explorers use the model set for them if it belongs to their endpoint: %s',
  (_, explorerModel, model) => {
    const walk = new Walk({ explorerModel }).ask()
    const step = walk.call(
      spawn(
        'Change',
        { task: 'Look', kind: 'explorer' },
        { task: 'Look well', kind: 'explorer', model: 'claude-opus-5' },
      ),
    )
    expect(step.children).toMatchObject([
      { kind: 'worker', model: null },
      { kind: 'explorer', model },
      { kind: 'explorer', model: 'claude-opus-5' },
    ])
  },
)
