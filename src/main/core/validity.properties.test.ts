import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ConversationState,
  IDLE,
  MAX_ATTEMPTS,
} from '../../shared/conversation/conversation-state.ts'
import { byTier } from '../../shared/testing/by-tier.ts'
import { addressed } from './testing/addressed.ts'
import { anyContext } from './testing/arbitrary-parts.ts'
import { anyWalk } from './testing/arbitrary-steps.ts'
import type { Effect } from './machine/effect.ts'
import { openCalls } from './testing/step-facts.ts'
import { testContext } from './testing/test-context.ts'
import { testProperty } from './testing/test-property.ts'
import { transition } from './transition.ts'

/** What a step starts, and the state that it has to lead to: that state waits for it. */
const LEADS_TO: Readonly<Partial<Record<Effect['type'], ConversationState['type']>>> = {
  requestModel: 'llmRequesting',
  runTool: 'toolExecuting',
  startChild: 'awaitingSubAgents',
}

// covers P-1 F-11 F-12 F-13 F-14
testProperty(
  'along any walk no call is open twice, attempts are 1 to 3 unless a person lets it keep trying, and work starts only on the way to the state that waits for it',
  fc.property(anyContext, anyWalk, (context, walk) => {
    let state: ConversationState = IDLE
    for (const [drawn, choice] of walk) {
      const step = transition(state, context, addressed(drawn, state, choice))
      if (step.type === 'refused') continue
      state = step.state
      const calls = openCalls(state)
      expect(new Set(calls).size).toBe(calls.length)
      if (state.type === 'llmRequesting') {
        expect(state.attempt).toBeGreaterThanOrEqual(1)
        const isPatient = state.turn.keptTryingMs > 0 || context.keepTryingMs > 0
        if (!isPatient) expect(state.attempt).toBeLessThanOrEqual(MAX_ATTEMPTS)
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

test('such walks reach each state in which a turn runs', () => {
  const seen = new Set<string>()
  const walks = fc.sample(anyWalk, { numRuns: byTier(500, 2_000), seed: 1 })
  for (const [index, walk] of walks.entries()) {
    const permissionMode = index % 2 === 0 ? 'auto' : 'ask'
    const context = { ...testContext(), permissionMode } as const
    let state: ConversationState = IDLE
    for (const [drawn, choice] of walk) {
      const step = transition(state, context, addressed(drawn, state, choice))
      if (step.type === 'moved') state = step.state
      seen.add(state.type)
    }
  }
  const running = ['awaitingLlm', 'llmRequesting', 'awaitingApproval', 'toolExecuting']
  expect([...seen]).toEqual(
    expect.arrayContaining([...running, 'awaitingSubAgents', 'cancelling', 'idle', 'error']),
  )
})
