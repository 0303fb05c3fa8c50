import { expect, test } from 'vitest'
import { Walk } from './test-walk.ts'

/** A summary is asked for by a person. */
function summarising(): Walk {
  const walk = new Walk()
  walk.take({ type: 'compactRequested' })
  walk.fireTimer()
  return walk
}

test('what the model thought is no part of its summary', () => {
  const thinking = { type: 'thinking', text: 'Hm.', signature: null } as const
  const step = summarising().reply([thinking, { type: 'text', text: 'Short.' }], [], {})
  expect(step.messages).toMatchObject([{ content: { type: 'summary', text: 'Short.' } }])
})

test.each(['contextFull', 'refusal'] as const)(
  'a summary that ends with %s is none, whatever it says',
  (end) => {
    const step = summarising().answer('Half of', { end })
    expect(step.messages).toEqual([])
    expect(step.state).toMatchObject({ type: 'awaitingLlm', purpose: 'compaction' })
  },
)
