import { expect, test } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import {
  type ConversationState,
  IDLE,
  isResting,
} from '../../../shared/conversation/conversation-state.ts'
import type { AgentId, CallId, MessageId, TurnId } from '../../../shared/ids.ts'
import type { Unfinished } from '../../../shared/conversation/turn.ts'
import type { EndedChild, InputOf, OpenCall } from '../machine/event.ts'
import { bash, spawn, submit } from '../testing/test-calls.ts'
import { Walk, type Walked, wordsIn } from '../testing/test-walk.ts'

type Found = Omit<InputOf<'recovered'>, 'type'>

const TURN = 't' as TurnId
const NOTHING: Found = { openTurn: null, rested: null, openCalls: [] }
const OPEN = { id: TURN, goal: 'reply', unfinished: null } as const

function recover(walk: Walk, found: Partial<Found>): Walked {
  return walk.take({ type: 'recovered', ...NOTHING, ...found })
}

function calls(...was: readonly OpenCall['was'][]): readonly OpenCall[] {
  return was.map((each, index) => ({ callId: callIdOf('r' as MessageId, index), was: each }))
}

function child(task: string, more: Partial<EndedChild> = {}): EndedChild {
  const agentId = `agent of ${task}` as AgentId
  return { agentId, task, outcome: 'interrupted', text: '', messageId: null, ...more }
}

function at(state: ConversationState, walk = new Walk()): Walk {
  walk.state = state
  return walk
}

test('each open call gets a result that says how far it got, in request order', () => {
  const found = calls({ type: 'started' }, { type: 'waiting' }, { type: 'asked' })
  const step = recover(new Walk().ask(), { openTurn: OPEN, openCalls: found })
  expect(wordsIn(step)).toEqual([
    'unknown: Interrupted: Phoenix was closed while this ran. Its effect is unknown.',
    'notRun: Not run: Phoenix was closed before this call.',
    'notRun: Not approved: Phoenix was closed while this waited for an answer. It was not run.',
  ])
  expect(step.messages.map(({ content }) => 'callId' in content && content.callId)).toEqual(
    found.map(({ callId }) => callId),
  )
})

test('T66 a spawn call gets the results of finished sub-agents, and the others as interrupted', () => {
  const told = child('Look', { outcome: 'completed', text: 'Seen.', messageId: 'm9' as MessageId })
  const found = calls({ type: 'delegated', children: [told, child('Count')] })
  const step = recover(new Walk().ask(), { openTurn: OPEN, openCalls: found })
  expect(wordsIn(step)).toEqual([
    'subAgent interrupted: ',
    'unknown: Sub-agent 1 (Look): completed\n\nSeen.\n\nSub-agent 2 (Count): interrupted',
  ])
})

test('the result of a sub-agent is cut to the same length as while the app runs', () => {
  const long = child('Look', { outcome: 'completed', text: 'x'.repeat(100_000) })
  const found = calls({ type: 'delegated', children: [long] })
  const step = recover(new Walk().ask(), { openTurn: OPEN, openCalls: found })
  const walk = new Walk().ask()
  walk.call(spawn('Look'))
  const live = walk.child(0, { type: 'ended', outcome: 'completed', text: long.text, tokens: 0 })
  expect(wordsIn(step)[0]).toBe(wordsIn(live)[0])
  expect(wordsIn(step)[1]?.length).toBeLessThan(40_000)
})

/** What is busy when the app dies. */
const BUSY: readonly (readonly [string, () => Walk])[] = [
  ['awaitingLlm', () => started((walk) => walk.say())],
  ['llmRequesting', () => new Walk().ask()],
  [
    'awaitingApproval',
    () => started((walk) => walk.ask().callBash('make'), { permissionMode: 'ask' }),
  ],
  ['toolExecuting', () => started((walk) => walk.ask().callBash('make'))],
  ['awaitingSubAgents', () => started((walk) => walk.ask().call(spawn('Look')))],
  [
    'cancelling',
    () => started((walk) => (walk.ask().callBash('make'), walk.say('On', 'interrupt'))),
  ],
]

function started(
  run: (walk: Walk) => unknown,
  change: ConstructorParameters<typeof Walk>[0] = {},
): Walk {
  const walk = new Walk(change)
  run(walk)
  return walk
}

// covers REQ-BED-007.2a
test.each(BUSY)(
  'a restart in %s: idle with a Continue, the turn closed once, nothing started',
  (_, make) => {
    const walk = make()
    const step = recover(walk, { openTurn: OPEN })
    expect(step.state).toEqual({ type: 'idle', unfinished: { turnId: TURN, cause: 'restart' } })
    expect(step.lifecycle).toEqual([
      { type: 'turnInterrupted', turnId: TURN, reason: 'restart', by: null },
    ])
    expect([step.effects, step.children]).toEqual([[], []])
    expect(walk.take({ type: 'continueRequested' }).state).toMatchObject({ reason: 'continue' })
  },
)

test.each(BUSY)('a second recovery after one in %s changes nothing', (_, make) => {
  const walk = make()
  recover(walk, { openTurn: OPEN, openCalls: calls({ type: 'started' }) })
  const again = { type: 'recovered', ...NOTHING } as const
  expect(walk.try(again)).toEqual({ type: 'refused', reason: 'nothingToDo' })
})

test('T66 an error or an exhausted context is kept, and its turn keeps the end it had', () => {
  for (const cause of ['error', 'contextExhausted'] as const) {
    const rested: Unfinished = { turnId: TURN, cause }
    const walk =
      cause === 'error'
        ? started((each) => each.ask().fail('auth'))
        : started((each) => each.ask().fail('contextFull'), { autoCompact: false })
    const step = recover(walk, { rested })
    expect(step.state).toEqual({ type: 'idle', unfinished: rested })
    expect([step.lifecycle, step.messages]).toEqual([[], []])
  }
})

test('a turn that a person stopped stays stopped', () => {
  const unfinished = { turnId: TURN, cause: 'userCancel' } as const
  const step = recover(at(IDLE), { rested: unfinished })
  expect(step.state).toEqual({ type: 'idle', unfinished })
  expect(step.effects).toEqual([])
})

test('an unreadable state counts as idle: the messages and the log decide', () => {
  const step = recover(at(IDLE), { openTurn: OPEN, openCalls: calls({ type: 'started' }) })
  expect(step.state).toEqual({ type: 'idle', unfinished: { turnId: TURN, cause: 'restart' } })
  expect(wordsIn(step)).toHaveLength(1)
})

test('an interrupted manual compaction keeps the unfinished turn before it', () => {
  const before = { turnId: 'before' as TurnId, cause: 'userCancel' } as const
  for (const unfinished of [null, before]) {
    const openTurn = { id: TURN, goal: 'compaction', unfinished } as const
    expect(recover(new Walk().ask(), { openTurn }).state).toEqual({ type: 'idle', unfinished })
  }
})

test('an unfinished sub-agent fails as interrupted; an ended one stays ended', () => {
  const busy = Walk.child().ask()
  busy.call(bash('make'))
  const step = recover(busy, { openTurn: OPEN, openCalls: calls({ type: 'started' }) })
  expect(step.state).toMatchObject({ type: 'failed', reason: 'interrupted' })
  expect(busy.try({ type: 'recovered', ...NOTHING })).toMatchObject({ type: 'refused' })
  const done = Walk.child().ask()
  done.call(submit('Done'))
  expect(done.try({ type: 'recovered', ...NOTHING })).toMatchObject({ type: 'refused' })
  expect(recover(done, { openCalls: calls({ type: 'waiting' }) }).state.type).toBe('completed')
})

test('a sub-agent that had not started fails too', () => {
  expect(recover(Walk.child(), {}).state).toMatchObject({ type: 'failed', reason: 'interrupted' })
})

test('reports about work from before a restart are never taken for current work', () => {
  const walk = new Walk().ask()
  walk.callBash('make')
  const { work, timer } = walk
  recover(walk, { openTurn: OPEN })
  expect(isResting(walk.state)).toBe(true)
  const late = {
    type: 'toolFinished',
    workId: work,
    outcome: 'ok',
    content: [],
    summary: null,
    files: [],
    digest: 'r',
  } as const
  expect(walk.try(late)).toEqual({ type: 'refused', reason: 'stale' })
  expect(walk.try({ type: 'timerFired', timerId: timer })).toEqual({
    type: 'refused',
    reason: 'stale',
  })
  const callIds: readonly CallId[] = [callIdOf('r' as MessageId, 0)]
  const approved = { type: 'approvalAnswered', callIds, answer: { type: 'once' } } as const
  expect(walk.try(approved)).toEqual({ type: 'refused', reason: 'stale' })
})

test('an open turn gets its end even if the saved state is idle', () => {
  const step = recover(at(IDLE), { openTurn: OPEN })
  expect(step.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'restart' }])
  expect(step.state).toEqual({ type: 'idle', unfinished: { turnId: TURN, cause: 'restart' } })
})
