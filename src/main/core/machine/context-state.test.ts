import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import { addressed } from '../testing/addressed.ts'
import { anyState, anyStateOf } from '../testing/arbitraries.ts'
import { anyEvent, anyEventOf } from '../testing/arbitrary-events.ts'
import { anyContext } from '../testing/arbitrary-parts.ts'
import { type ContextState, contextPath, toContextState } from './context-state.ts'
import { refused } from './step.ts'
import { bash, spawn, submit } from '../testing/test-calls.ts'
import { submitted, Walk } from '../testing/test-walk.ts'
import { testProperty } from '../testing/test-property.ts'
import { transition } from '../transition.ts'

function after(change: (walk: Walk) => unknown, walk = new Walk()): ConversationState {
  change(walk)
  return walk.state
}

/** How each name in which a conversation can rest, or wait, comes about. */
const RESTED_IN: readonly (readonly [string, ContextState, ConversationState])[] = [
  ['idle', 'Idle', after(() => null)],
  ['completed', 'Idle', after((walk) => walk.ask().call(submit('Done')), Walk.child())],
  ['a message that waits', 'ProcessingUserMessage', after((walk) => walk.say())],
  [
    'results that wait',
    'GeneratingResponse',
    after((walk) => (walk.ask().callBash('one'), walk.finishTool())),
  ],
  ['a request without an answer', 'AwaitingLLMResponse', after((walk) => walk.ask())],
  ['a request that streams', 'StreamingLLMResponse', after((walk) => walk.ask(true))],
  ['the wait for another attempt', 'TransientFailure', after((walk) => walk.ask().fail('network'))],
  [
    'a question',
    'AwaitingToolApproval',
    after((walk) => walk.ask().callBash('one'), new Walk({ permissionMode: 'ask' })),
  ],
  ['a tool', 'ExecutingTools', after((walk) => walk.ask().callBash('one'))],
  ['sub-agents', 'ExecutingTools', after((walk) => walk.ask().call(spawn('Look')))],
  ['cancelling', 'ExecutingTools', after((walk) => (walk.ask().callBash('one'), walk.cancel()))],
  ['error', 'Failed', after((walk) => walk.ask().fail('auth'))],
  [
    'an exhausted context',
    'Failed',
    after((walk) => walk.ask().fail('contextFull'), new Walk({ autoCompact: false })),
  ],
  ['failed', 'Failed', after((walk) => walk.ask().fail('auth'), Walk.child())],
]

test.each(RESTED_IN)('%s is %s', (_, name, state) => {
  expect(toContextState(state)).toBe(name)
})

test('nine states can be rested in; the other two are transient', () => {
  const rested = new Set(RESTED_IN.map(([, name]) => name))
  expect(rested.size).toBe(9)
  const walk = new Walk().ask()
  const passed = [...walk.callBash('one').path, ...walk.finishTool().path]
  expect(passed.filter((name) => !rested.has(name))).toEqual([
    'ProcessingLLMResponse',
    'ProcessingToolResults',
  ])
})

//
test('a conversation begins in Idle', () => {
  expect(toContextState(new Walk().state)).toBe('Idle')
})

// covers A-09 A-12
test('a call that needs approval asks after the reply, and runs when the user approves', () => {
  const walk = new Walk({ permissionMode: 'ask' }).ask(true)
  expect(walk.callBash('one').path).toEqual([
    'StreamingLLMResponse',
    'ProcessingLLMResponse',
    'AwaitingToolApproval',
  ])
  const [call] = walk.in('awaitingApproval').round.remaining
  const callIds = call === undefined ? [] : [call.callId]
  const answer = { type: 'once' } as const
  expect(walk.take({ type: 'approvalAnswered', callIds, answer }).path).toEqual([
    'AwaitingToolApproval',
    'ExecutingTools',
  ])
})

//
test('when the user denies, the model is asked again', () => {
  const walk = new Walk({ permissionMode: 'ask' }).ask()
  walk.call(bash('one'), bash('two'))
  const callIds = walk.in('awaitingApproval').round.remaining.map(({ callId }) => callId)
  const answer = { type: 'deny', reason: '' } as const
  expect(walk.take({ type: 'approvalAnswered', callIds, answer }).path).toEqual([
    'AwaitingToolApproval',
    'GeneratingResponse',
  ])
})

// covers A-14 A-17
test('the result of the last sub-agent is processed like that of any tool', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look', 'Count'))
  expect(walk.child(0, submitted('a')).path).toEqual(['ExecutingTools'])
  expect(walk.child(1, submitted('b')).path).toEqual([
    'ExecutingTools',
    'ProcessingToolResults',
    'GeneratingResponse',
  ])
})

test('the last failure of the primary leads to the fallback', () => {
  const { primary } = new Walk().context
  const walk = new Walk({ fallback: { ...primary, model: 'claude-other' } }).ask()
  expect(walk.failThrice().path).toEqual([
    'AwaitingLLMResponse',
    'TransientFailure',
    'AwaitingLLMResponse',
  ])
})

testProperty(
  'a refused event does not change the state',
  fc.property(anyState, anyEvent, (state, event) => {
    expect(contextPath(state, event, refused('stale'))).toEqual([toContextState(state)])
  }),
)

const outcomes = anyEventOf('toolFinished')
const states = anyStateOf('toolExecuting', 'cancelling')
// covers A-15 A-16
testProperty(
  'no outcome of a tool is a failure of the conversation',
  fc.property(states, anyContext, outcomes, (state, context, drawn) => {
    const event = addressed(drawn, state, 1)
    const step = transition(state, context, event)
    if (step.type === 'refused') throw new Error('an awaited outcome was refused')
    fc.pre(state.type === 'toolExecuting' || step.state.type !== 'failed')
    const path = contextPath(state, event, step)
    expect(path).not.toContain('TransientFailure')
    expect(path).not.toContain('Failed')
  }),
)

//
testProperty(
  'during the wait after a failure no event leads back to tools',
  fc.property(anyStateOf('llmRequesting'), anyContext, anyEvent, (state, context, drawn) => {
    fc.pre(state.phase.type === 'backoff')
    const event = addressed(drawn, state, 1)
    const step = transition(state, context, event)
    if (step.type === 'refused') return
    expect(contextPath(state, event, step)).not.toContain('ExecutingTools')
  }),
)
