import fc from 'fast-check'
import { expect } from 'vitest'
import { IDLE } from '../../../../shared/conversation/conversation-state.ts'
import { asJson } from '../../../core/log/first-difference.ts'
import { storeState } from '../../../core/log/stored-state.ts'
import { addressed } from '../../../core/testing/addressed.ts'
import { anyState } from '../../../core/testing/arbitraries.ts'
import { anyEvent } from '../../../core/testing/arbitrary-events.ts'
import { anyContext } from '../../../core/testing/arbitrary-parts.ts'
import { testProperty } from '../../../core/testing/test-property.ts'
import { transition } from '../../../core/transition.ts'
import { entriesOf } from './step-entries.ts'

/** As JSON: itself and every object and list in it. */
function partsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return [JSON.stringify(value), ...Object.values(value).flatMap(partsOf)]
}

testProperty(
  'R23: no row of the log carries a copy of a state, neither of the one before its event nor of the one after it',
  fc.property(anyState, anyContext, anyEvent, fc.nat(3), (state, context, drawn, choice) => {
    const event = addressed(drawn, state, choice)
    const step = transition(state, context, event)
    if (step.type === 'refused') return
    const stored = new Set(partsOf(asJson(entriesOf({ event, step }).rows)))
    const states = [state, step.state].filter(({ type }) => type !== IDLE.type)
    for (const each of states.flatMap((one) => [one, storeState(one)]))
      expect(stored.has(JSON.stringify(asJson(each)))).toBe(false)
  }),
)
