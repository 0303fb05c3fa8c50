import fc, { type Arbitrary } from 'fast-check'
import type { ToolQuestion } from '../../../shared/conversation/conversation-state.ts'
import type { UserQuestion } from '../../../shared/messages/user-question.ts'
import type { InputOf } from '../machine/event.ts'
import { at, questionValue, timerId, workId } from './arbitrary-parts.ts'

const OPTIONS: readonly UserQuestion['options'][] = [
  [],
  [{ label: 'Yes' }, { label: 'No' }, { label: 'Maybe' }],
]

const question = {
  number: fc.integer({ min: 1, max: 2 }),
  by: fc.constant('A server'),
  question: fc.record({
    question: fc.constantFrom('Which?', 'Really?'),
    options: fc.constantFrom(...OPTIONS),
    multi_select: fc.boolean(),
  }),
}

/** The question of a running tool; undefined if the agent asks. */
const asked: Arbitrary<ToolQuestion | undefined> = fc.option(
  fc.record({
    workId,
    timerId,
    deadline: at,
    leftMs: fc.integer({ min: 1_000, max: 60_000 }),
    ...question,
  }),
  { nil: undefined },
)

/** The parts of a state that waits for an answer. */
export const questionParts = { value: questionValue, startedAt: at, asked }

/** The events of a running call that asks. */
export const ofAsking: {
  readonly toolAsked: Arbitrary<InputOf<'toolAsked'>>
  readonly questionWithdrawn: Arbitrary<InputOf<'questionWithdrawn'>>
} = {
  toolAsked: fc.record({ type: fc.constant('toolAsked'), workId, ...question }),
  questionWithdrawn: fc.record({
    type: fc.constant('questionWithdrawn'),
    workId,
    number: question.number,
  }),
}
