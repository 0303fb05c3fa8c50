import fc from 'fast-check'
import { expect } from 'vitest'
import { anyState } from './arbitraries.ts'
import { restoreState, storeState } from './stored.ts'
import { testProperty } from './test-property.ts'

testProperty(
  'what is saved of a state holds no call input, and comes back whole from the messages',
  fc.property(anyState, (state) => {
    const stored = JSON.parse(JSON.stringify(storeState(state))) as ReturnType<typeof storeState>
    const restored = restoreState(stored, () => {
      if (state.type !== 'toolExecuting') return null
      const done = state.round.completed.map(() => ({ type: 'object', value: {} }) as const)
      const inputs = [
        ...done,
        state.current.call.input,
        ...state.round.remaining.map((call) => call.input),
      ]
      const blocks = inputs.map((input) => {
        return { type: 'toolCall', providerCallId: 'x', name: 'bash', input } as const
      })
      const { id, usage } = { id: state.turn.id, usage: state.turn.usage }
      return { type: 'agent', turnId: id, model: 'm', blocks, end: 'toolUse', usage }
    })
    expect(restored).toEqual(JSON.parse(JSON.stringify(state)))
    if (stored.type === 'toolExecuting')
      expect(JSON.stringify(stored.current)).not.toContain('"input"')
  }),
)
