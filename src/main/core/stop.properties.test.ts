import fc from 'fast-check'
import { expect } from 'vitest'
import type { ConversationState } from '../../shared/conversation/conversation-state.ts'
import type { TurnId } from '../../shared/ids.ts'
import { addressed } from './testing/addressed.ts'
import { anyBusyState } from './testing/arbitraries.ts'
import { anyEvent, anyEventOf } from './testing/arbitrary-events.ts'
import { anyContext } from './testing/arbitrary-parts.ts'
import type { Effect } from './machine/effect.ts'
import { runningTurn } from './testing/step-facts.ts'
import { testProperty } from './testing/test-property.ts'
import { transition } from './transition.ts'

/** The turn that a Stop is about: the one that runs, or whose end waits for what was told to stop. */
function turnOf(state: ConversationState): TurnId | null {
  return state.type === 'cancelling' ? state.turnId : runningTurn(state)
}

/** Whether an effect makes something happen in the world, beside ending what happens. */
function isWork({ type }: Effect): boolean {
  return type === 'requestModel' || type === 'runTool' || type === 'startChild'
}

const anyLater = fc.array(fc.tuple(anyEvent, fc.nat(3)), { maxLength: 15 })

testProperty(
  'R4 whatever comes after a cancel, no work of the cancelled turn starts, and it never runs again',
  fc.property(
    anyBusyState,
    anyContext,
    anyEventOf('cancelRequested', 'shutdownRequested'),
    anyLater,
    (start, context, cancel, later) => {
      const cancelled = new Set([turnOf(start), runningTurn(start)])
      let state: ConversationState = start
      for (const [drawn, choice] of [[cancel, 0] as const, ...later]) {
        const step = transition(state, context, addressed(drawn, state, choice))
        if (step.type === 'refused') continue
        state = step.state
        expect(cancelled.has(runningTurn(state)) && runningTurn(state) !== null).toBe(false)
        if (runningTurn(state) === null) expect(step.effects.filter(isWork)).toEqual([])
      }
    },
  ),
)

const anyReports = fc.array(
  fc.tuple(
    anyEventOf('timerFired', 'llmStreamStarted', 'llmResponded', 'llmFailed', 'toolFinished'),
    fc.nat(3),
  ),
  { maxLength: 15 },
)

testProperty(
  'R4 after a cancel no report of work starts anything, and only a line for people is added',
  fc.property(
    anyBusyState,
    anyContext,
    anyEventOf('cancelRequested'),
    anyReports,
    (start, context, cancel, all) => {
      const step = transition(start, context, cancel)
      let state: ConversationState = step.type === 'moved' ? step.state : start
      for (const [drawn, choice] of all) {
        const next = transition(state, context, addressed(drawn, state, choice))
        if (next.type === 'refused') continue
        state = next.state
        expect(next.effects.filter(({ type }) => type !== 'stopTimer')).toEqual([])
        for (const { content } of next.messages) expect(content.type).toBe('system')
        expect(next.lifecycle).toEqual([])
      }
    },
  ),
)
