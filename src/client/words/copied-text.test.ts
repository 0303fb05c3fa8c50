import { expect, test } from 'vitest'
import { agentMessage, personMessage, resultMessage } from '../fakes/samples.ts'
import { answerIn, plainOutput, turnWith } from './copied-text.ts'
import { threadItems } from '../items/thread-items.ts'

const call = (command: string): object => ({
  type: 'toolCall',
  providerCallId: 'same',
  name: 'bash',
  input: { type: 'object', value: { command } },
})
const said = (text: string): object => ({ type: 'text', text })
const ITEMS = threadItems(
  [
    personMessage(1, 'First?'),
    agentMessage(2, [said('Yes.')]),
    personMessage(3, 'Second?'),
    agentMessage(4, [said('I look.\n'), call('npm test')]),
    resultMessage(5, 'm4.0', 'ok'),
    agentMessage(6, [said('All **well**.')]),
    personMessage(7, 'Third?'),
  ],
  new Map(),
)

test("the answer is the agent's last text", () => {
  const [, first, , second] = ITEMS
  expect(first?.type === 'agent' && answerIn(first.replies)).toBe('Yes.')
  expect(second?.type === 'agent' && answerIn(second.replies)).toBe('All **well**.')
  expect(answerIn([])).toBe('')
})

test('a turn is its question with everything up to the next one', () => {
  expect(turnWith(ITEMS, 'm4')).toMatchInlineSnapshot(`
    "**You**

    Second?

    **Agent**

    I look.

    - bash: npm test (Done · 5 ms)

    All **well**."
  `)
  expect(turnWith(ITEMS, 'm2')).toBe('**You**\n\nFirst?\n\n**Agent**\n\nYes.')
})

test('output is copied without its colours', () => {
  expect(plainOutput('\u001B[31mred\u001B[0m and plain')).toBe('red and plain')
})
