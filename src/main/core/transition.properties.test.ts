import fc from 'fast-check'
import { expect } from 'vitest'
import {
  type ConversationState,
  isAsking,
  isResting,
} from '../../shared/conversation/conversation-state.ts'
import { ConversationState as StateSchema } from '../../shared/conversation/conversation-state.ts'
import type { EventId, MessageId } from '../../shared/ids.ts'
import { anyBusyState, anyState, anyStateOf } from './testing/arbitraries.ts'
import { anyEventOf } from './testing/arbitrary-events.ts'
import { anyContext, anyRootContext } from './testing/arbitrary-parts.ts'
import { anyStepInput, anyWalk } from './testing/arbitrary-steps.ts'
import { addressed, failureOf } from './testing/addressed.ts'
import { awaitedBy } from './turn/awaited.ts'
import type { ConversationEvent, Envelope, Input } from './machine/event.ts'
import { endedBy, moved } from './testing/step-facts.ts'
import { testProperty } from './testing/test-property.ts'
import { transition } from './transition.ts'
import { clockTimerOf } from './turn/turn-clock.ts'

const MESSAGE: Input = {
  type: 'userMessage',
  messageId: 'm' as MessageId,
  text: 'On',
  attachments: [],
  mode: 'policy',
}

const FOLDER_GONE = { type: 'refused', reason: 'folderGone' }

/** In a folder that is there. */
function enveloped({ id, at, random, printed, sleptMs }: ConversationEvent): Envelope {
  return { id, at, random, printed, isFolderGone: false, sleptMs }
}

// covers REQ-BED-001.2a D-69
testProperty(
  'equal inputs give equal steps, and neither state nor event is changed',
  fc.property(anyStepInput, ([state, context, event]) => {
    const before = JSON.stringify([state, context, event])
    const first = transition(state, context, event)
    expect(transition(state, context, event)).toEqual(first)
    expect(JSON.stringify([state, context, event])).toBe(before)
  }),
)

// covers P-1 D-29
testProperty(
  'every state accepts or refuses every event, and every step leads to a valid state',
  fc.property(anyStepInput, ([state, context, event]) => {
    const step = transition(state, context, event)
    if (step.type === 'moved') StateSchema.parse(step.state)
  }),
)

// covers P-1
testProperty(
  'along any walk each busy state waits for ids that its steps have started and not yet ended',
  fc.property(anyContext, anyWalk, (context, walk) => {
    let state: ConversationState = { type: 'idle', unfinished: null }
    const live = new Set<string>()
    for (const [drawn, choice] of walk) {
      const event = addressed(drawn, state, choice)
      const step = transition(state, context, event)
      if (step.type === 'refused') continue
      const ended = endedBy(event)
      if (ended !== null) live.delete(ended)
      for (const effect of step.effects) {
        if (effect.type === 'requestModel') live.add(effect.requestId)
        if (effect.type === 'runTool') live.add(effect.workId)
        if (effect.type === 'startChild') live.add(effect.agentId)
        if (effect.type === 'startTimer') live.add(effect.timerId)
        if (effect.type === 'stopTimer') live.delete(effect.timerId)
      }
      state = step.state
      const { works, timers } = awaitedBy(state)
      if (!isResting(state) && !isAsking(state)) expect(timers.length).toBeGreaterThan(0)
      for (const id of [...works, ...timers]) expect(live.has(id)).toBe(true)
    }
  }),
)

const failures = anyEventOf('llmFailed')
testProperty(
  'T14 whatever error or abort ends a request, the state after it has an exit',
  fc.property(anyStateOf('llmRequesting'), anyRootContext, failures, (state, context, drawn) => {
    if (state.phase.type === 'backoff') return
    const after = moved(transition(state, context, addressed(drawn, state, 1))).state
    const exit: Input =
      after.type === 'contextExhausted'
        ? { type: 'compactRequested' }
        : isResting(after)
          ? MESSAGE
          : { type: 'cancelRequested', by: 'user' }
    const left = moved(transition(after, context, { ...enveloped(drawn), ...exit }))
    expect(left.state.type).toBe(isResting(after) ? 'awaitingLlm' : 'idle')
    const timers = awaitedBy(after).timers.filter((timer) => timer !== clockTimerOf(after))
    if (!isResting(after)) expect(timers).toHaveLength(1)
  }),
)

// covers P-2 REQ-BED-006.4a
testProperty(
  'an error is always left by a message, and by Retry unless the model refused',
  fc.property(
    anyStateOf('error'),
    anyRootContext,
    anyEventOf('userMessage', 'retryRequested'),
    (state, context, event) => {
      const step = transition(state, context, event)
      if (event.type === 'retryRequested' && state.kind === 'refused') {
        expect(step.type).toBe('refused')
      } else if (event.isFolderGone) {
        expect(step).toEqual(FOLDER_GONE)
      } else {
        expect(moved(step).state.type).toBe('awaitingLlm')
      }
    },
  ),
)

testProperty(
  'an exhausted context is left by a compaction, and refuses messages until then',
  fc.property(
    anyStateOf('contextExhausted'),
    anyRootContext,
    anyEventOf('userMessage', 'compactRequested'),
    (state, context, event) => {
      const step = transition(state, context, event)
      if (event.type === 'userMessage')
        expect(step).toEqual({ type: 'refused', reason: 'contextFull' })
      else if (event.isFolderGone) expect(step).toEqual(FOLDER_GONE)
      else expect(moved(step).state.type).toBe('awaitingLlm')
    },
  ),
)

const stops = anyEventOf('cancelRequested', 'shutdownRequested')
// covers P-3
testProperty(
  'a cancel or a shutdown of a running turn leads to rest or cancelling and starts no work',
  fc.property(anyBusyState, anyContext, stops, (state, context, event) => {
    const step = transition(state, context, event)
    if (step.type === 'refused') {
      expect(state).toMatchObject({ type: 'cancelling', then: { type: 'rest' } })
      return
    }
    const rest = context.role.type === 'child' ? 'failed' : 'idle'
    expect([rest, 'cancelling']).toContain(step.state.type)
    if (step.state.type === 'cancelling') {
      expect(step.state.then).toMatchObject({ type: 'rest', state: { type: rest } })
    }
    for (const effect of step.effects) {
      expect(['stopWork', 'stopTimer', 'startTimer']).toContain(effect.type)
    }
  }),
)

const reports = anyEventOf(
  'timerFired',
  'llmResponded',
  'llmFailed',
  'toolFinished',
  'childChanged',
)
// covers P-4 D-19 D-20 D-21
testProperty(
  'reports of awaited work are always accepted, any others are refused as stale',
  fc.property(anyState, anyContext, reports, fc.nat(3), (state, context, drawn, choice) => {
    const event = addressed(drawn, state, choice)
    const id = endedBy(event)
    if (id === null) return
    const { works, timers } = awaitedBy(state)
    const isAwaited = [...works, ...timers].some((each) => each === id)
    const step = transition(state, context, event)
    if (!isAwaited) expect(step).toEqual({ type: 'refused', reason: 'stale' })
    else if (isReportFor(state, event)) expect(step.type).toBe('moved')
  }),
)

/** Which states take the report of which work; any takes its timers. */
const TAKERS: Partial<Record<Input['type'], readonly ConversationState['type'][]>> = {
  llmResponded: ['llmRequesting'],
  llmFailed: ['llmRequesting'],
  toolFinished: ['toolExecuting', 'cancelling'],
  childChanged: ['awaitingSubAgents', 'cancelling'],
}

function isReportFor(state: ConversationState, event: ConversationEvent): boolean {
  return event.type === 'timerFired' || (TAKERS[event.type]?.includes(state.type) ?? false)
}

// covers P-5 M-10 M-14 M-16
testProperty(
  'a message that ends nothing is refused while a turn runs, and not stored',
  fc.property(anyBusyState, anyContext, anyEventOf('userMessage'), (state, context, event) => {
    const step = transition(state, context, event)
    const isJoin =
      context.role.type === 'root' &&
      event.type === 'userMessage' &&
      event.mode === 'join' &&
      state.type === 'awaitingLlm' &&
      state.reason === 'toolResults'
    const ends =
      context.role.type === 'root' &&
      event.type === 'userMessage' &&
      (event.mode === 'interrupt' ||
        (event.mode === 'policy' && context.busyPolicy === 'interrupt'))
    if (ends && event.isFolderGone) {
      expect(step).toEqual(FOLDER_GONE)
    } else if (isJoin || ends) {
      const said = moved(step).messages.filter(({ content }) => content.type === 'user')
      expect(said).toHaveLength(1)
    } else {
      const reason = state.type === 'cancelling' ? 'cancelling' : 'busy'
      expect(step).toEqual({ type: 'refused', reason })
    }
  }),
)

testProperty(
  'failures and timers by themselves bring every busy state to rest, or to a question, in a bounded number of steps',
  fc.property(anyBusyState, anyContext, fc.infiniteStream(fc.nat(5)), (start, context, draws) => {
    let state: ConversationState = start
    for (let step = 0; step < 100 && !isResting(state) && !isAsking(state); step++) {
      const { works, timers } = awaitedBy(state)
      const around = {
        id: `e${step}` as EventId,
        at: 1_700_000_000_000,
        random: 0.5,
        printed: '',
        isFolderGone: false,
        sleptMs: 0,
      }
      const draw = draws.next().value
      const work = draw < 3 ? works[draw % Math.max(1, works.length)] : undefined
      const timer = timers[draw % Math.max(1, timers.length)]
      const event = failureOf(state, timer === undefined ? works[0] : work, timer, around)
      const next = transition(state, context, event)
      if (next.type === 'moved') state = next.state
    }
    expect(isResting(state) || isAsking(state)).toBe(true)
  }),
)
