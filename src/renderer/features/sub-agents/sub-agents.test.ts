import { describe, expect, test } from 'vitest'
import { AgentId, CallId } from '../../../shared/ids.ts'
import {
  IDLE_STATE,
  delegatingState,
  personMessage,
  spawningReply,
  subAgentMessage,
} from '../../../client/fakes/samples.ts'
import {
  inTaskOrder,
  kindsOf,
  type ShownPhase,
  subAgentsByCall,
  withoutTask,
} from '../../../client/conversation/shown-sub-agents.ts'
import { nameOfAgent, statusOf } from './sub-agent-status.ts'

const callId = CallId.parse('m2.0')
const isDone = { type: 'ended', outcome: 'completed', text: 'Found it.' } as const
const works = { type: 'working', deadline: 600_000 } as const

const AT_START = { now: 0, since: 0, had: null }

describe('the sub-agents of a call', () => {
  const messages = [
    spawningReply(2),
    subAgentMessage(3, 'm2.0', 'agent-1'),
    subAgentMessage(4, 'm9.0', 'agent-8'),
  ]

  test('are in the order of their tasks while they work, finished next to unfinished', () => {
    const ended = { type: 'ended', outcome: 'completed', messageId: 'm3' }
    const agents = subAgentsByCall(messages, delegatingState(works, ended)).get(callId)
    expect(agents).toEqual([
      { agentId: 'agent-0', task: 'Task 0', phase: works },
      { agentId: 'agent-1', task: 'Task 1', phase: isDone },
    ])
  })

  test('are known afterwards from their results, each with its own call', () => {
    const agents = subAgentsByCall(messages, IDLE_STATE).get(callId)
    expect(agents).toMatchObject([
      { agentId: 'agent-1', task: 'Task', phase: { type: 'ended', text: 'Found it.' } },
    ])
    expect(subAgentsByCall([], IDLE_STATE).size).toBe(0)
  })
})

test('keep the order of their tasks, whichever finishes first', () => {
  const agents = ['Task 0', 'Task 1', 'Task 2'].map((task, index) => {
    return { agentId: AgentId.parse(`agent-${index}`), task, phase: isDone }
  })
  const tasks = ['Task 0', 'Task 1', 'Task 2'].map((task) => ({ task }))
  const input = { type: 'object', value: { tasks } } as const
  expect(inTaskOrder(agents.toReversed(), input)).toEqual(agents)
  expect(inTaskOrder(agents, { type: 'unparsed', text: '{' })).toEqual(agents)
})

test('the task is above the transcript and not repeated in it', () => {
  const said = [personMessage(1, 'Task 0'), subAgentMessage(2, 'm2.0', 'a')]
  expect(withoutTask(said, 'Task 0')).toEqual([said[1]])
  expect(withoutTask(said.slice(1), 'Task 0')).toEqual([said[1]])
})

const leftOf = (phase: ShownPhase): string | null => statusOf(phase, null, AT_START).left

describe('the status of a sub-agent', () => {
  const cases: readonly (readonly [string, ShownPhase, string | null])[] = [
    ['Working', { ...works, deadline: 130_000 }, null],
    ['bash: npm test, 4 s', { ...works, deadline: 130_000 }, 'bash: npm test, 4 s'],
    ['Needs your approval', { type: 'asking', left: 1 }, null],
    [
      'Needs your approval: bash: rm x',
      { type: 'asking', left: 1 },
      'Needs your approval: bash: rm x',
    ],
    ['Stopping', { type: 'stopping' }, 'Idle'],
    ['Done', isDone, null],
    ['Stopped', { ...isDone, outcome: 'cancelled' }, null],
    ['Interrupted: Phoenix was restarted', { ...isDone, outcome: 'interrupted' }, null],
    ['Failed: overloaded', { ...isDone, outcome: 'overloaded' }, null],
  ]

  test.each(cases)('says "%s"', (words, phase, doing) => {
    expect(statusOf(phase, doing, AT_START).words).toBe(words)
  })

  test('counts down the time of a working one, and of no other', () => {
    expect(leftOf({ ...works, deadline: 129_001 })).toBe('2 m 10 s left')
    expect(leftOf({ type: 'asking', left: 5_000 })).toBeNull()
    expect(leftOf(isDone)).toBeNull()
  })

  test("of one that has just started never shows more than its full time, whatever the screen's clock says", () => {
    const phase = { ...works, deadline: 601_000 }
    const leftAt = (now: number) => statusOf(phase, null, { now, since: 1_000, had: null }).left
    expect([leftAt(0), leftAt(1_000), leftAt(1_001), leftAt(2_001)]).toEqual([
      '10 m 0 s left',
      '10 m 0 s left',
      '10 m 0 s left',
      '9 m 59 s left',
    ])
  })

  test('of one that was just answered never shows more than it had when it asked', () => {
    const phase = { ...works, deadline: 605_900 }
    const leftAt = (now: number) => statusOf(phase, null, { now, since: 0, had: 599_900 }).left
    expect([leftAt(5_000), leftAt(6_000), leftAt(7_000)]).toEqual([
      '10 m 0 s left',
      '10 m 0 s left',
      '9 m 59 s left',
    ])
  })

  test('has a shape, not only a colour', () => {
    const phases: readonly ShownPhase[] = [
      works,
      { type: 'asking', left: 1 },
      isDone,
      { ...isDone, outcome: 'server' },
    ]
    const shapes = phases.map((phase) => statusOf(phase, null, AT_START).dot.shape)
    expect(new Set(shapes).size).toBe(4)
  })
})

test('a card says what kind its sub-agent is, from the call, and its model if that is not its parent’s', () => {
  const tasks = [{ task: 'a' }, { task: 'b', kind: 'explorer' }, { task: 'c', kind: 'spy' }, null]
  expect(kindsOf({ type: 'object', value: { tasks } })).toEqual([
    'worker',
    'explorer',
    'worker',
    'worker',
  ])
  expect(kindsOf({ type: 'object', value: {} })).toEqual([])
  const models = { model: 'claude-haiku-5', parentModel: 'claude-sonnet-5-5', own: null }
  expect(nameOfAgent('explorer', models)).toBe('Explorer · Claude Haiku 5')
  expect(nameOfAgent('worker', { ...models, parentModel: models.model })).toBe('Worker')
  expect(nameOfAgent('worker', { ...models, model: null })).toBe('Worker')
})
