import fc from 'fast-check'
import { expect } from 'vitest'
import { type ConversationState, IDLE, MAX_ATTEMPTS } from '../../shared/conversation-state.ts'
import { aimed } from './aimed.ts'
import { anyEvent } from './arbitrary-events.ts'
import { anyContext } from './arbitrary-parts.ts'
import type { Effect } from './effect.ts'
import { openCalls } from './step-facts.ts'
import { testProperty } from './test-property.ts'
import { transition } from './transition.ts'

const walks = fc.array(fc.tuple(anyEvent, fc.nat(3)), { maxLength: 30 })

/** What a step starts, and the state that it has to lead to: that state waits for it. */
const LEADS_TO: Readonly<Partial<Record<Effect['type'], ConversationState['type']>>> = {
  requestModel: 'llmRequesting',
  runTool: 'toolExecuting',
  startChild: 'awaitingSubAgents',
}

// covers P-1 F-11 F-12 F-13 F-14
testProperty(
  'along any walk no call is open twice, attempts are 1 to 3, and work starts only on the way to the state that waits for it',
  fc.property(anyContext, walks, (context, walk) => {
    let state: ConversationState = IDLE
    for (const [drawn, choice] of walk) {
      const step = transition(state, context, aimed(drawn, state, choice))
      if (step.type === 'refused') continue
      state = step.state
      const calls = openCalls(state)
      expect(new Set(calls).size).toBe(calls.length)
      if (state.type === 'llmRequesting') {
        expect(state.attempt).toBeGreaterThanOrEqual(1)
        expect(state.attempt).toBeLessThanOrEqual(MAX_ATTEMPTS)
      }
      for (const { type } of step.effects) {
        const to = LEADS_TO[type]
        if (to !== undefined) expect(state.type).toBe(to)
      }
      const runs = step.effects.filter(({ type }) => type === 'runTool' || type === 'requestModel')
      expect(runs.length).toBeLessThanOrEqual(1)
    }
  }),
)
