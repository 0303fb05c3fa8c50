import fc from 'fast-check'
import { expect } from 'vitest'
import { type ConversationState, isResting } from '../../shared/conversation-state.ts'
import { ConversationState as StateSchema } from '../../shared/conversation-state.ts'
import type { CallId, EventId, MessageId } from '../../shared/ids.ts'
import {
  anyBusyState,
  anyContext,
  anyEvent,
  anyEventOf,
  anyState,
  anyStateOf,
} from './arbitraries.ts'
import { aimed, failureOf } from './aimed.ts'
import { awaitedBy } from './awaited.ts'
import type { Moved, Step } from './step.ts'
import { testProperty } from './test-property.ts'
import { transition } from './transition.ts'

function moved(step: Step): Moved {
  if (step.type !== 'moved') throw new Error(`refused: ${step.reason}`)
  return step
}

/** The calls of a round that have no result yet. */
function openCalls(state: ConversationState): readonly CallId[] {
  if (state.type !== 'toolExecuting') return []
  return [state.current.call, ...state.round.remaining].map((call) => call.callId)
}

function resultsIn(step: Moved): readonly CallId[] {
  return step.messages.flatMap(({ content }) => (content.type === 'tool' ? [content.callId] : []))
}

testProperty(
  'equal inputs give equal steps, and neither state nor event is changed',
  fc.property(anyState, anyContext, anyEvent, (state, context, event) => {
    const before = JSON.stringify([state, context, event])
    const first = transition(state, context, event)
    expect(transition(state, context, event)).toEqual(first)
    expect(JSON.stringify([state, context, event])).toBe(before)
  }),
)

testProperty(
  'every state takes or refuses every event, and what it moves to is a valid state',
  fc.property(anyState, anyContext, anyEvent, (state, context, event) => {
    const step = transition(state, context, event)
    if (step.type === 'moved') StateSchema.parse(step.state)
  }),
)

testProperty(
  'along any walk each busy state waits for ids that its steps have started and not yet ended',
  fc.property(
    anyContext,
    fc.array(fc.tuple(anyEvent, fc.nat(3)), { maxLength: 30 }),
    (context, walk) => {
      let state: ConversationState = { type: 'idle', unfinished: null }
      const live = new Set<string>()
      for (const [drawn, choice] of walk) {
        const event = aimed(drawn, state, choice)
        const step = transition(state, context, event)
        if (step.type === 'refused') continue
        const ended =
          'workId' in event ? event.workId : 'requestId' in event ? event.requestId : null
        if (ended !== null && event.type !== 'llmStreamStarted') live.delete(ended)
        if (event.type === 'timerFired') live.delete(event.timerId)
        for (const effect of step.effects) {
          if (effect.type === 'requestModel') live.add(effect.requestId)
          if (effect.type === 'runTool') live.add(effect.workId)
          if (effect.type === 'startTimer') live.add(effect.timerId)
          if (effect.type === 'stopTimer') live.delete(effect.timerId)
        }
        state = step.state
        const { works, timers } = awaitedBy(state)
        if (!isResting(state)) expect(timers.length).toBeGreaterThan(0)
        for (const id of [...works, ...timers]) expect(live.has(id)).toBe(true)
      }
    },
  ),
)

const failures = anyEventOf('llmFailed')
testProperty(
  'T14 whatever error or abort a request ends with, the state after it has an exit',
  fc.property(anyStateOf('llmRequesting'), anyContext, failures, (state, context, drawn) => {
    if (state.phase.type === 'backoff') return
    const after = moved(transition(state, context, aimed(drawn, state, 1))).state
    const exit = isResting(after)
      ? { type: 'userMessage' as const, messageId: 'm' as MessageId, text: 'On', attachments: [] }
      : { type: 'cancelRequested' as const, by: 'user' as const }
    const left = transition(after, context, { ...drawn, ...exit })
    expect(moved(left).state.type).toBe(isResting(after) ? 'awaitingLlm' : 'idle')
    if (!isResting(after)) expect(awaitedBy(after).timers).toHaveLength(1)
  }),
)

testProperty(
  'an error is always left by a message',
  fc.property(
    anyStateOf('error'),
    anyContext,
    anyEventOf('userMessage'),
    (state, context, event) => {
      expect(moved(transition(state, context, event)).state.type).toBe('awaitingLlm')
    },
  ),
)

const stops = anyEventOf('cancelRequested', 'shutdownRequested')
testProperty(
  'a cancel or a shutdown in a busy state leads to idle or cancelling and starts no work',
  fc.property(anyBusyState, anyContext, stops, (state, context, event) => {
    const step = transition(state, context, event)
    if (step.type === 'refused') {
      expect(state.type).toBe('cancelling')
      return
    }
    expect(['idle', 'cancelling']).toContain(step.state.type)
    for (const effect of step.effects) {
      expect(['stopWork', 'stopTimer', 'startTimer']).toContain(effect.type)
    }
  }),
)

const reports = anyEventOf(
  'timerFired',
  'llmStreamStarted',
  'llmResponded',
  'llmFailed',
  'toolFinished',
)
testProperty(
  'work that is awaited is always accepted, any other is refused as stale',
  fc.property(anyState, anyContext, reports, (state, context, event) => {
    const { works, timers } = awaitedBy(state)
    const id = 'timerId' in event ? event.timerId : 'requestId' in event ? event.requestId : null
    const workId = event.type === 'toolFinished' ? event.workId : id
    const isAwaited = [...works, ...timers].some((each) => each === workId)
    const step = transition(state, context, event)
    if (!isAwaited) expect(step).toEqual({ type: 'refused', reason: 'stale' })
    const isForState =
      event.type === 'timerFired' ||
      (event.type === 'toolFinished' && state.type !== 'llmRequesting') ||
      ((event.type === 'llmResponded' || event.type === 'llmFailed') &&
        state.type === 'llmRequesting')
    if (isAwaited && isForState) expect(step.type).toBe('moved')
  }),
)

testProperty(
  'a busy state refuses messages, and stores nothing of them',
  fc.property(anyBusyState, anyContext, anyEventOf('userMessage'), (state, context, event) => {
    const reason = state.type === 'cancelling' ? 'cancelling' : 'busy'
    expect(transition(state, context, event)).toEqual({ type: 'refused', reason })
  }),
)

testProperty(
  'leaving a round gives each open call exactly one result, in request order',
  fc.property(
    anyStateOf('toolExecuting'),
    anyContext,
    anyEvent,
    fc.nat(3),
    (state, context, drawn, choice) => {
      const event = aimed(drawn, state, choice)
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
      const step = transition(state, context, aimed(drawn, state, 1))
      if (step.type === 'refused') return
      const reply = step.messages.find(({ content }) => content.type === 'agent')
      const blocks = reply?.content.type === 'agent' ? reply.content.blocks : []
      const calls = blocks.filter((block) => block.type === 'toolCall')
      expect(resultsIn(step).length + openCalls(step.state).length).toBe(calls.length)
    },
  ),
)

testProperty(
  'every step that moves from a busy state to rest ends its turn exactly once',
  fc.property(anyBusyState, anyContext, anyEvent, fc.nat(3), (state, context, drawn, choice) => {
    const event = aimed(drawn, state, choice)
    if (event.type === 'recovered') return
    const step = transition(state, context, event)
    if (step.type === 'refused') return
    const ends = step.lifecycle.filter((entry) =>
      /^turn(Completed|Interrupted|Failed)$/.test(entry.type),
    )
    const hadEnded = state.type === 'cancelling' && state.then.type === 'rest'
    const hasEnded =
      isResting(step.state) || (step.state.type === 'cancelling' && step.state.then.type === 'rest')
    expect(ends).toHaveLength(hasEnded && !hadEnded ? 1 : 0)
  }),
)

testProperty(
  'failures and timers alone bring every busy state to rest in a bounded number of steps',
  fc.property(anyBusyState, anyContext, fc.boolean(), (start, context, timersFirst) => {
    let state: ConversationState = start
    for (let step = 0; step < 40 && !isResting(state); step++) {
      const { works, timers } = awaitedBy(state)
      const around = {
        id: `e${step}` as EventId,
        at: 1_700_000_000_000,
        random: 0.5,
        printed: '',
      }
      const [work] = works
      const [timer] = timers
      const event = failureOf(state, timersFirst ? undefined : work, timer, around)
      const next = transition(state, context, event)
      state = moved(next).state
    }
    expect(isResting(state)).toBe(true)
  }),
)
