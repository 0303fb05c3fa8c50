import { expect, test } from 'vitest'
import { bash } from '../testing/test-calls.ts'
import { Walk } from '../testing/test-walk.ts'

const NOTHING = { type: 'object', value: {} } as const

/** A summary is asked for by a person. */
function summarising(): Walk {
  const walk = new Walk()
  walk.take({ type: 'compactRequested' })
  walk.fireTimer()
  return walk
}

test('thinking of the model is not part of its summary', () => {
  const thinking = { type: 'thinking', text: 'Hm.', signature: null } as const
  const step = summarising().reply([thinking, { type: 'text', text: 'Short.' }], [], {})
  expect(step.messages).toMatchObject([{ content: { type: 'summary', text: 'Short.' } }])
})

test.each(['contextFull', 'refusal'] as const)(
  'a reply that ends with %s is not a summary, whatever it says',
  (end) => {
    const step = summarising().answer('Half of', { end })
    expect(step.messages).toEqual([])
    expect(step.state).toMatchObject({ type: 'awaitingLlm', purpose: 'compaction' })
  },
)

function asked(walk: Walk): unknown {
  return walk.fireTimer().effects.find(({ type }) => type === 'requestModel')
}

test('text next to a call is not a summary: the next one is requested without tools', () => {
  const walk = summarising()
  const call = { type: 'toolCall', providerCallId: 'a', name: 'bash', input: NOTHING } as const
  const step = walk.reply([{ type: 'text', text: 'I look first.' }, call], [bash('ls')], {})
  expect(step.messages).toEqual([])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', purpose: 'compaction' })
  expect(asked(walk)).toMatchObject({ purpose: 'compaction', withTools: false })
})

test('a summary repeated after a network failure is requested in the same way', () => {
  const walk = summarising()
  walk.fail('network')
  expect(asked(walk)).toMatchObject({ purpose: 'compaction', withTools: true })
})

test('if the model refused the history or could not read it, the summary is not requested behind it', () => {
  const refusing = new Walk().ask()
  refusing.refuse('withSummary')
  expect(asked(refusing)).toMatchObject({ purpose: 'compaction', withTools: false })
  const exhausted = new Walk({ autoCompact: false }).ask()
  exhausted.fail('contextFull')
  exhausted.take({ type: 'compactRequested' })
  expect(asked(exhausted)).toMatchObject({ goal: 'compaction', withTools: false })
})

test.each(['refusal', 'maxTokens', 'endTurn'] as const)(
  'a summary that ends with %s, half or empty, is not called too long',
  (end) => {
    const walk = summarising()
    walk.answer(' ', { end })
    walk.fireTimer()
    expect(walk.answer(' ', { end }).state).toMatchObject({
      type: 'error',
      message: expect.stringContaining('did not write a whole summary'),
    })
  },
)

test('a manual summary that is too long to request ends in an error with Retry', () => {
  const walk = summarising()
  walk.fail('contextFull')
  walk.fireTimer()
  expect(walk.fail('contextFull').state).toMatchObject({
    type: 'error',
    kind: 'invalidRequest',
    resume: 'compaction',
    goal: 'compaction',
  })
})

test('what a person asks of a summary is in its request, in a Retry of it, and with the summary', () => {
  const focus = 'Keep the API decisions.'
  const walk = new Walk()
  walk.take({ type: 'compactRequested', focus })
  expect(asked(walk)).toMatchObject({ purpose: 'compaction', focus })
  walk.fail('auth')
  expect(walk.state).toMatchObject({ type: 'error', focus })
  walk.take({ type: 'retryRequested' })
  expect(asked(walk)).toMatchObject({ purpose: 'compaction', focus })
  const step = walk.answer('Short.')
  expect(step.messages).toMatchObject([{ content: { type: 'summary', text: 'Short.', focus } }])
  walk.take({ type: 'compactRequested' })
  expect(asked(walk)).toMatchObject({ purpose: 'compaction', focus: null })
})
