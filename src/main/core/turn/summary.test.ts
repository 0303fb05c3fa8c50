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

function asked(walk: Walk): unknown {
  return walk.fireTimer().effects.find(({ type }) => type === 'requestModel')
}

test('words beside a call are no summary: the next one is asked for without tools', () => {
  const walk = summarising()
  const call = { type: 'toolCall', providerCallId: 'a', name: 'bash', input: NOTHING } as const
  const step = walk.reply([{ type: 'text', text: 'I look first.' }, call], [bash('ls')], {})
  expect(step.messages).toEqual([])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', purpose: 'compaction' })
  expect(asked(walk)).toMatchObject({ purpose: 'compaction', withTools: false })
})

test('a summary that is asked for again after a fault of the network is asked for in the same way', () => {
  const walk = summarising()
  walk.fail('network')
  expect(asked(walk)).toMatchObject({ purpose: 'compaction', withTools: true })
})

test('where the model refuses the history, or was found unable to read it, no summary is asked for behind it', () => {
  const refusing = new Walk().ask()
  refusing.refuse('withSummary')
  expect(asked(refusing)).toMatchObject({ purpose: 'compaction', withTools: false })
  const exhausted = new Walk({ autoCompact: false }).ask()
  exhausted.fail('contextFull')
  exhausted.take({ type: 'compactRequested' })
  expect(asked(exhausted)).toMatchObject({ goal: 'compaction', withTools: false })
})

test('a summary that a person asked for and that is too long to be asked for ends in an error with Retry', () => {
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
