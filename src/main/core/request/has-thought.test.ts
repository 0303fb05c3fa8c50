import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import { hasThought } from './has-thought.ts'
import { agent, call, place, text, user } from '../testing/test-messages.ts'

const NAMED = { endpoint: 'anthropic', model: 'm' }
const THOUGHTS: readonly Block[] = [
  { type: 'thinking', text: 'Hm.', signature: null },
  { type: 'redactedThinking', data: 'x' },
  { type: 'providerItem', field: 'reasoning_details', json: {} },
]

test.each(THOUGHTS)(
  'a first reply with $type shows that the model supports thinking',
  (thought) => {
    expect(hasThought(place([user('Go'), agent(thought, call('a'))]), NAMED)).toBe(true)
  },
)

test('the first reply decides: later ones change no tool in the middle of a conversation', () => {
  const [thought] = THOUGHTS
  if (thought === undefined) throw new Error('no thought')
  const history = place([user('Go'), agent(call('a')), agent(thought, text('Done'))])
  expect(hasThought(history, NAMED)).toBe(false)
  expect(hasThought([], NAMED)).toBeNull()
  const other = { ...agent(text('Done')), model: 'other' }
  expect(hasThought(place([user('Go'), other, agent(thought)]), NAMED)).toBe(true)
  expect(hasThought(place([user('Go'), agent(thought)]), { ...NAMED, endpoint: 'b' })).toBeNull()
})
