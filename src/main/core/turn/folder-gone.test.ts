import { expect, test } from 'vitest'
import {
  type ConversationState,
  IDLE,
  type StateOf,
} from '../../../shared/conversation/conversation-state.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Input } from '../machine/event.ts'
import { testContext } from '../testing/test-context.ts'
import {
  asking,
  awaitingLlm,
  cancelling,
  cancellingForRound,
  delegating,
  enveloped,
  executing,
  inState,
  requesting,
  SAMPLES,
  take,
} from '../testing/test-steps.ts'
import { message } from '../testing/test-walk.ts'
import { transition } from '../transition.ts'

const GONE = { isFolderGone: true }
const UNFINISHED = { turnId: 'turn' as TurnId, cause: 'cutReply' } as const
const LEFT: StateOf<'idle'> = { type: 'idle', unfinished: UNFINISHED }
const EXHAUSTED: StateOf<'contextExhausted'> = {
  type: 'contextExhausted',
  turnId: 'turn' as TurnId,
  choices: ['retry'],
}
const ERROR = inState(take(requesting(), { type: 'storeFailed', fault: 'io' }), 'error')
const MESSAGE = message('Go')
const INTERRUPT = message('Rather this', 'interrupt')
const CONTINUE: Input = { type: 'continueRequested' }
const RETRY: Input = { type: 'retryRequested' }
const COMPACT: Input = { type: 'compactRequested' }

const BEGINNINGS: readonly (readonly [ConversationState, Input])[] = [
  [IDLE, MESSAGE],
  [IDLE, COMPACT],
  [LEFT, CONTINUE],
  [ERROR, MESSAGE],
  [ERROR, RETRY],
  [ERROR, COMPACT],
  [EXHAUSTED, RETRY],
  [EXHAUSTED, COMPACT],
  [awaitingLlm(), INTERRUPT],
  [requesting(), INTERRUPT],
  [asking(), INTERRUPT],
  [executing(), INTERRUPT],
  [delegating(), INTERRUPT],
  [cancelling(), INTERRUPT],
  [cancellingForRound(), INTERRUPT],
]

test.each(BEGINNINGS)('in a missing folder no turn begins: %o', (state, input) => {
  expect(transition(state, testContext(), enveloped(input, GONE))).toEqual({
    type: 'refused',
    reason: 'folderGone',
  })
  expect(transition(state, testContext(), enveloped(input)).type).toBe('moved')
})

function answer(state: ConversationState, input: Input): unknown {
  return transition(state, testContext(), enveloped(input, GONE))
}

test('events that begin no turn are handled as in any folder', () => {
  expect(answer(IDLE, CONTINUE)).toEqual({ type: 'refused', reason: 'nothingToDo' })
  expect(answer(EXHAUSTED, MESSAGE)).toEqual({ type: 'refused', reason: 'contextFull' })
  expect(answer(requesting(), MESSAGE)).toEqual({ type: 'refused', reason: 'busy' })
  expect(answer(executing(), SAMPLES.cancelRequested)).toMatchObject({ type: 'moved' })
})

const CHOOSE: Input = { type: 'settingsChanged', change: { folder: '/moved/work' } }

test.each([IDLE, LEFT, ERROR, EXHAUSTED])(
  'in $type, a person can say where the folder is now, and the thread shows it',
  (state) => {
    const step = take(state, CHOOSE, GONE)
    expect(step.state).toEqual(state)
    expect(step.messages.map(({ content }) => content)).toEqual([
      { type: 'system', text: 'The folder of this conversation is now /moved/work.' },
    ])
  },
)

test('an existing folder cannot be replaced, nor one that the agent works in', () => {
  expect(transition(IDLE, testContext(), enveloped(CHOOSE))).toEqual({
    type: 'refused',
    reason: 'nothingToDo',
  })
  for (const state of [awaitingLlm(), requesting(), asking(), executing(), delegating()]) {
    expect(transition(state, testContext(), enveloped(CHOOSE, GONE))).toEqual({
      type: 'refused',
      reason: 'busy',
    })
  }
})
