import { expect, test } from 'vitest'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { WorkId } from '../../../shared/ids.ts'
import type { InputOf } from '../machine/event.ts'
import { enveloped, executing, requesting, take } from '../testing/test-steps.ts'
import { testContext } from '../testing/test-context.ts'
import { HOOK_RUN } from '../testing/test-messages.ts'
import { transition } from '../transition.ts'

const asked = requesting()
const { requestId } = asked.phase

function onMessage(
  given: Partial<Extract<InputOf<'hooksAnswered'>['of'], { type: 'message' }>>,
  blocks: string | null = null,
): InputOf<'hooksAnswered'> {
  const of = { type: 'message', requestId, fromSeq: 3, text: '', ...given } as const
  return { type: 'hooksAnswered', of, runs: [HOOK_RUN], blocks }
}

function onTurn(blocks: string | null): InputOf<'hooksAnswered'> {
  return { type: 'hooksAnswered', of: { type: 'turn' }, runs: [HOOK_RUN], blocks }
}

test('text added by a message hook is sent with that message; the request continues', () => {
  const step = take(asked, onMessage({ text: 'On branch main.' }))
  expect(step.state).toBe(asked)
  expect(step.effects).toEqual([])
  expect(step.messages.map(({ content }) => content)).toEqual([
    {
      type: 'user',
      text: 'On branch main.',
      attachments: [],
      author: 'phoenix',
      hooks: [HOOK_RUN],
    },
  ])
  const quiet = take(asked, onMessage({}))
  expect(quiet.messages.map(({ content }) => content.type)).toEqual(['system'])
})

test('a message that a hook blocks is rewound in the same step, and its request stops', () => {
  const step = take(asked, onMessage({}, 'It holds a key.'))
  expect(step.state).toEqual(IDLE)
  expect(step.messages.map(({ content }) => content.type)).toEqual(['system', 'rewound', 'error'])
  expect(step.messages[1]?.content).toMatchObject({ fromSeq: 3 })
  expect(step.messages[2]?.content).toMatchObject({
    text: expect.stringContaining('It holds a key.'),
  })
  expect(step.effects.map(({ type }) => type)).toEqual(['stopTimer', 'stopWork'])
  // A late answer of the request finds nobody.
  const late = transition(step.state, testContext(), enveloped(onMessage({}, 'Again.')))
  expect(late).toMatchObject({ type: 'refused', reason: 'stale' })
})

test('hooks of another request are ignored', () => {
  const stale = enveloped(onMessage({ requestId: 'other' as WorkId }, 'No.'))
  expect(transition(asked, testContext(), stale)).toMatchObject({ reason: 'stale' })
})

test('a hook that blocks the end of a turn makes the agent continue, only at rest', () => {
  const step = take(IDLE, onTurn('2 tests fail.'))
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'continue' })
  expect(step.messages[0]?.content).toMatchObject({
    type: 'user',
    author: 'phoenix',
    text: expect.stringContaining('2 tests fail.'),
  })
  const busy = take(executing(), onTurn('2 tests fail.'))
  expect(busy.state).toMatchObject({ type: 'toolExecuting' })
  expect(busy.messages.map(({ content }) => content.type)).toEqual(['system'])
  const gone = enveloped(onTurn('No.'), { isFolderGone: true })
  expect(transition(IDLE, testContext(), gone).type).toBe('refused')
})
