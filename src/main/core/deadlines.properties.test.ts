import fc from 'fast-check'
import type { NewMessage } from '../../shared/messages/message.ts'
import { expect } from 'vitest'
import { assertNever } from '../../shared/assert-never.ts'
import {
  askedCalls,
  type ConversationState,
  isAsking,
} from '../../shared/conversation/conversation-state.ts'
import { addressed } from './testing/addressed.ts'
import { anyBusyState, anyState, anyStateOf } from './testing/arbitraries.ts'
import { anyEvent, anyEventOf } from './testing/arbitrary-events.ts'
import { anyContext } from './testing/arbitrary-parts.ts'
import { awaitedBy } from './turn/awaited.ts'
import { deadlinesOf as timersDueOf } from './turn/deadlines.ts'
import type { Envelope, Input } from './machine/event.ts'
import { moved } from './testing/step-facts.ts'
import { testProperty } from './testing/test-property.ts'
import { transition } from './transition.ts'

/** What makes a state go on where nothing else happens: its deadline, or a person whom it asks. */
const GOES_ON_BY: { readonly [Type in ConversationState['type']]: readonly Reason[] } = {
  idle: ['rests'],
  awaitingLlm: ['deadline'],
  llmRequesting: ['deadline'],
  awaitingApproval: ['answer'],
  awaitingAnswer: ['deadline', 'answer'],
  toolExecuting: ['deadline'],
  awaitingSubAgents: ['deadline', 'answer'],
  cancelling: ['deadline'],
  contextExhausted: ['rests'],
  error: ['rests'],
  completed: ['rests'],
  failed: ['rests'],
}
type Reason = 'rests' | 'deadline' | 'answer'

function reasonOf(state: ConversationState): Reason {
  if (awaitedBy(state).timers.length > 0) return 'deadline'
  return isAsking(state) ? 'answer' : 'rests'
}

/** Until when each thing that a state waits for has time. A question has no deadline. */
function deadlinesOf(state: ConversationState): ReadonlyMap<string, number> {
  switch (state.type) {
    case 'awaitingLlm':
      return new Map([[state.turn.id, state.maxDueAt]])
    case 'llmRequesting':
      return state.phase.type === 'backoff'
        ? new Map([[state.phase.timerId, state.phase.retryAt]])
        : new Map([[state.phase.requestId, state.phase.deadline]])
    case 'toolExecuting':
      return new Map([[state.current.workId, state.current.deadline]])
    case 'awaitingSubAgents':
      return new Map(
        state.children.flatMap(({ agentId, phase }) =>
          phase.type === 'working' ? [[agentId, phase.deadline] as const] : [],
        ),
      )
    case 'cancelling':
      return new Map(state.waitingFor.map(({ workId }) => [workId, state.deadline]))
    case 'awaitingAnswer':
      return new Map(
        state.asked === undefined ? [] : [[state.asked.workId, state.asked.deadline] as const],
      )
    case 'idle':
    case 'awaitingApproval':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return new Map()
    default:
      return assertNever(state)
  }
}

function durationOf({ content }: NewMessage): number | null {
  return content.type === 'tool' ? content.durationMs : null
}

/** What an event would have in common with another that came in its place. */
function envelopeOf({ id, at, random, printed, isFolderGone, sleptMs }: Envelope): Envelope {
  return { id, at, random, printed, isFolderGone, sleptMs }
}

testProperty(
  'R3 each state rests, has a deadline, or asks a person',
  fc.property(anyState, (state) => {
    expect(GOES_ON_BY[state.type]).toContain(reasonOf(state))
  }),
)

testProperty(
  'R3 an expired deadline always changes the state, and is no longer awaited',
  fc.property(anyBusyState, anyContext, anyEventOf('timerFired'), (state, context, drawn) => {
    const around = envelopeOf(drawn)
    for (const timerId of awaitedBy(state).timers) {
      const event = { ...around, type: 'timerFired', timerId } as const
      const after = moved(transition(state, context, event)).state
      expect(after).not.toEqual(state)
      expect(awaitedBy(after).timers).not.toContain(timerId)
    }
  }),
)

testProperty(
  'R3 no timer, no change of settings and no stale report gives running work more time',
  fc.property(anyBusyState, anyContext, anyEvent, fc.nat(3), (state, context, drawn, choice) => {
    const event = addressed(drawn, state, choice)
    const step = transition(state, context, event)
    if (step.type === 'refused' || step.state.type !== state.type) return
    const after = deadlinesOf(step.state)
    for (const [id, deadline] of deadlinesOf(state)) {
      if (after.has(id)) expect(after.get(id), `${event.type} ${id}`).toBe(deadline + event.sleptMs)
    }
  }),
)

testProperty(
  'a computer that sleeps takes no time from any wait and adds none to any call: what the step starts, stops and measures is the same',
  fc.property(anyBusyState, anyContext, anyEvent, fc.nat(3), (state, context, drawn, choice) => {
    const awake = { ...addressed(drawn, state, choice), sleptMs: 0 }
    const NIGHT = 8 * 3_600_000
    const slept = { ...awake, at: awake.at + NIGHT, sleptMs: NIGHT }
    const [step, afterSleep] = [awake, slept].map((event) => transition(state, context, event))
    if (step?.type !== 'moved') {
      expect(afterSleep).toEqual(step)
      return
    }
    const { effects, messages, state: reached } = moved(afterSleep ?? step)
    expect(effects).toEqual(step.effects)
    expect(messages.map(durationOf)).toEqual(step.messages.map(durationOf))
    const due = [...timersDueOf(step.state)].map(([timerId, at]) => [timerId, at + NIGHT])
    expect([...timersDueOf(reached)]).toEqual(due)
  }),
)

testProperty(
  'R3 a state that asks a person is left by their answer and by their Stop',
  fc.property(
    anyStateOf('awaitingApproval'),
    anyContext,
    anyEventOf('cancelRequested'),
    (state, context, drawn) => {
      const around = envelopeOf(drawn)
      const callIds = askedCalls(state).map(({ callId }) => callId)
      const acts: readonly Input[] = [
        { type: 'approvalAnswered', callIds, answer: { type: 'once' } },
        { type: 'approvalAnswered', callIds, answer: { type: 'deny', reason: '' } },
        { type: 'cancelRequested', by: 'user' },
      ]
      for (const act of acts) {
        const after = moved(transition(state, context, { ...around, ...act })).state
        const asked = after.type === 'awaitingApproval' ? askedCalls(after) : []
        expect(asked.filter(({ callId }) => callIds.includes(callId))).toEqual([])
        if (act.type === 'cancelRequested') expect(after.type).not.toBe('awaitingApproval')
      }
    },
  ),
)
