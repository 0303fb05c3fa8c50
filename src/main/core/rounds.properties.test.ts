import fc from 'fast-check'
import { expect } from 'vitest'
import { askedCalls } from '../../shared/conversation/conversation-state.ts'
import { anyState, anyStateOf } from './testing/arbitraries.ts'
import { anyEvent, anyEventOf } from './testing/arbitrary-events.ts'
import { anyContext } from './testing/arbitrary-parts.ts'
import { addressed } from './testing/addressed.ts'
import { openCalls, resultsIn, runningTurn } from './testing/step-facts.ts'
import { testProperty } from './testing/test-property.ts'
import { transition } from './transition.ts'

// covers REQ-BED-005.2d M-13 D-36 D-70
testProperty(
  'leaving a round gives each open call exactly one result, in request order',
  fc.property(
    anyStateOf('toolExecuting', 'awaitingApproval', 'awaitingSubAgents'),
    anyContext,
    anyEvent,
    fc.nat(3),
    (state, context, drawn, choice) => {
      const event = addressed(drawn, state, choice)
      if (event.type === 'recovered') return
      const step = transition(state, context, event)
      if (step.type === 'refused') return
      const still = openCalls(step.state)
      const given = resultsIn(step)
      expect([...given, ...still]).toEqual(openCalls(state))
    },
  ),
)

testProperty(
  'a reply with calls becomes a round in which each call has a result or waits for one',
  fc.property(
    anyStateOf('llmRequesting'),
    anyContext,
    anyEventOf('llmResponded'),
    (state, context, drawn) => {
      const step = transition(state, context, addressed(drawn, state, 1))
      if (step.type === 'refused') return
      const reply = step.messages.find(({ content }) => content.type === 'agent')
      const blocks = reply?.content.type === 'agent' ? reply.content.blocks : []
      const calls = blocks.filter((block) => block.type === 'toolCall')
      expect(resultsIn(step).length + openCalls(step.state).length).toBe(calls.length)
    },
  ),
)

testProperty(
  'T15 a step that leaves a turn ends it exactly once, and begins the turn that it enters',
  fc.property(anyState, anyContext, anyEvent, fc.nat(3), (state, context, drawn, choice) => {
    const event = addressed(drawn, state, choice)
    if (event.type === 'recovered') return
    const step = transition(state, context, event)
    if (step.type === 'refused') return
    const ends = step.lifecycle.flatMap((entry) =>
      entry.type === 'turnCompleted' ||
      entry.type === 'turnInterrupted' ||
      entry.type === 'turnFailed'
        ? [entry.turnId]
        : [],
    )
    const starts = step.lifecycle.flatMap((entry) =>
      entry.type === 'turnStarted' ? [entry.turnId] : [],
    )
    const before = runningTurn(state)
    const after = runningTurn(step.state)
    const isSame = before === after
    expect(ends).toEqual(isSame || before === null ? [] : [before])
    expect(starts).toEqual(isSame || after === null ? [] : [after])
  }),
)

testProperty(
  'sub-agents are neither lost nor invented: a step keeps their number, and each ends once',
  fc.property(
    anyStateOf('awaitingSubAgents'),
    anyContext,
    anyEvent,
    fc.nat(3),
    (state, context, drawn, choice) => {
      const event = addressed(drawn, state, choice)
      if (event.type === 'recovered') return
      const step = transition(state, context, event)
      if (step.type === 'refused') return
      const told = step.messages.filter(({ content }) => content.type === 'subAgent').length
      const open = state.children.filter(({ phase }) => phase.type !== 'ended').length
      const { state: after } = step
      if (after.type === 'awaitingSubAgents' && after.current.call === state.current.call) {
        const left = after.children.filter(({ phase }) => phase.type !== 'ended').length
        expect(after.children).toHaveLength(state.children.length)
        expect(left).toBe(open - told)
      } else {
        expect(told).toBe(open)
      }
    },
  ),
)

testProperty(
  'T22 a question is never asked without a call that waits for its answer',
  fc.property(anyState, anyContext, anyEvent, fc.nat(3), (state, context, drawn, choice) => {
    const step = transition(state, context, addressed(drawn, state, choice))
    if (step.type === 'refused' || step.state.type !== 'awaitingApproval') return
    expect(askedCalls(step.state).length).toBeGreaterThan(0)
  }),
)
