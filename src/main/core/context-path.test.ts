import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aimed } from './aimed.ts'
import { anyContext, anyEvent, anyEventOf, anyStateOf } from './arbitraries.ts'
import { contextPath, toContextState } from './context-path.ts'
import { transition } from './transition.ts'

const RUNS = { numRuns: 1_000 }

// covers A-15 A-16
test('no outcome of a tool is a failure of the conversation', () => {
  const outcomes = anyEventOf('toolFinished')
  const states = anyStateOf('toolExecuting', 'cancelling')
  fc.assert(
    fc.property(states, anyContext, outcomes, (state, context, drawn) => {
      const event = aimed(drawn, state, 1)
      const step = transition(state, context, event)
      if (step.type === 'refused') throw new Error('an awaited outcome was refused')
      const path = contextPath(state, event, step)
      expect(path).not.toContain('TransientFailure')
      expect(path).not.toContain('Failed')
    }),
    RUNS,
  )
})

//
test('nothing that was waited for after a failure leads back to tools', () => {
  fc.assert(
    fc.property(anyStateOf('llmRequesting'), anyContext, anyEvent, (state, context, drawn) => {
      fc.pre(toContextState(state) === 'TransientFailure')
      const event = aimed(drawn, state, 1)
      const step = transition(state, context, event)
      if (step.type === 'refused') return
      expect(contextPath(state, event, step)).not.toContain('ExecutingTools')
    }),
    RUNS,
  )
})
