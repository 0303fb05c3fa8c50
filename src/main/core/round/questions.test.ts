import { expect, test } from 'vitest'
import {
  ConversationState,
  isAsking,
  turnOf,
} from '../../../shared/conversation/conversation-state.ts'
import type { CallId } from '../../../shared/ids.ts'
import { DEFAULT_LIMITS } from '../../../shared/settings/settings.ts'
import { PermissionMode } from '../../../shared/conversation/turn.ts'
import { type QuestionAnswer, questionOf } from '../../../shared/messages/user-question.ts'
import { capsOf } from '../machine/context.ts'
import type { CallFacts, InputOf } from '../machine/event.ts'
import { restoreState, storeState } from '../log/stored-state.ts'
import { bash, question, runnable } from '../testing/test-calls.ts'
import { effectTypes, message, Walk, type Walked, wordsIn } from '../testing/test-walk.ts'
import { clockTimerOf } from '../turn/turn-clock.ts'

const OPTIONS = [{ label: 'Postgres' }, { label: 'SQLite', description: 'One file.' }]

/** The agent has put a question, before other calls. */
function asked(value: Parameters<typeof question>[0] = {}, ...behind: readonly CallFacts[]): Walk {
  const walk = new Walk().ask()
  walk.call(question({ options: OPTIONS, ...value }), ...behind)
  return walk
}

function answerOf(walk: Walk, answer: QuestionAnswer): InputOf<'questionAnswered'> {
  const { callId } = walk.in('awaitingAnswer').current.call
  return { type: 'questionAnswered', callId, answer }
}

function answered(options: readonly number[], text = ''): QuestionAnswer {
  return { type: 'answered', options, text }
}

function give(walk: Walk, answer: QuestionAnswer): Walked {
  return walk.take(answerOf(walk, answer))
}

test('15.9 a question has a state of its own: nothing runs, no timer runs, a person is asked', () => {
  const walk = new Walk().ask()
  const step = walk.call(question({ options: OPTIONS }), bash('make'))
  expect(step.state).toMatchObject({
    type: 'awaitingAnswer',
    turn: { toolCalls: 1 },
    round: { remaining: [{ name: 'bash' }] },
    current: { call: { name: 'ask_user' } },
  })
  expect(isAsking(step.state)).toBe(true)
  expect(effectTypes(step)).toEqual(['stopTimer'])
})

test('a chosen option is the result of the call, and the round continues', () => {
  const walk = asked({}, bash('make'))
  walk.at += 5_000
  const step = give(walk, answered([1]))
  expect(step.messages).toMatchObject([
    {
      content: {
        type: 'tool',
        outcome: 'ok',
        content: [{ text: 'The user chose: SQLite' }],
        summary: 'SQLite',
        durationMs: 5_000,
      },
    },
  ])
  expect(walk.in('toolExecuting').current.call).toMatchObject({ name: 'bash' })
})

test.each<readonly [QuestionAnswer, string]>([
  [answered([], ' Neither. '), 'ok: The user answered: Neither.'],
  [answered([0], 'later'), 'ok: The user chose: Postgres\n\nThe user answered: later'],
  [
    { type: 'skipped' },
    'ok: The user did not choose. Continue as you think best, and state your assumptions.',
  ],
  [
    { type: 'skipped', isUnasked: true },
    'ok: Nobody could be asked. Continue as you think best, and state your assumptions.',
  ],
])(
  'words of his own, both, a skip, and a question that nobody could be asked (%#)',
  (answer, words) => {
    const walk = asked()
    expect(wordsIn(give(walk, answer))).toEqual([words])
    expect(walk.state.type).toBe('awaitingLlm')
  },
)

test('several options answer a question that allows several, in the order in which they were offered', () => {
  const walk = asked({ multi_select: true })
  expect(wordsIn(give(walk, answered([1, 0])))).toEqual(['ok: The user chose: Postgres, SQLite'])
})

test('an answer that does not fit is refused as stale: empty, no such option, two for one, one twice, another call', () => {
  const one = asked()
  for (const answer of [answered([]), answered([], ' '), answered([2]), answered([0, 1])]) {
    expect(one.try(answerOf(one, answer))).toEqual({ type: 'refused', reason: 'stale' })
  }
  const many = asked({ multi_select: true })
  expect(many.try(answerOf(many, answered([0, 0])))).toMatchObject({ reason: 'stale' })
  const other = { ...answerOf(one, answered([0])), callId: 'other' as CallId }
  expect(one.try(other)).toEqual({ type: 'refused', reason: 'stale' })
})

test('a second answer, and an answer to a question that is gone, is stale', () => {
  const walk = asked()
  const input = answerOf(walk, answered([0]))
  walk.take(input)
  expect(walk.try(input)).toEqual({ type: 'refused', reason: 'stale' })
  const stopped = asked()
  const late = answerOf(stopped, answered([0]))
  stopped.cancel()
  expect(stopped.try(late)).toEqual({ type: 'refused', reason: 'stale' })
})

test('Stop ends the turn at once: the call is cancelled, the rest skipped, and nothing is awaited', () => {
  const walk = asked({}, bash('make'))
  const step = walk.cancel()
  expect(wordsIn(step)).toEqual([
    'cancelled: Cancelled by user',
    'skipped: Skipped due to cancellation',
  ])
  expect(step.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
})

test('a message is refused as busy, or ends the turn in which the question waits', () => {
  const walk = asked()
  expect(walk.try(message('And?', 'policy'))).toEqual({ type: 'refused', reason: 'busy' })
  const step = walk.take(message('Do both', 'interrupt'))
  expect(wordsIn(step)).toEqual(['cancelled: Cancelled by user', 'user: Do both'])
  expect(step.state.type).toBe('awaitingLlm')
})

test('after a restart the call reports that it was not answered, and nothing asks again', () => {
  const walk = asked()
  const { turn, current } = walk.in('awaitingAnswer')
  const { id, goal, unfinished } = turn
  const step = walk.take({
    type: 'recovered',
    openTurn: { id, goal, unfinished },
    rested: null,
    openCalls: [{ callId: current.call.callId, was: { type: 'questioned' } }],
  })
  expect(wordsIn(step)).toEqual([
    'notRun: Not answered: Phoenix was closed while this waited for an answer.',
  ])
  expect(step.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
})

test.each(PermissionMode.options)(
  'the permissions (%s) do not affect a question',
  (permissionMode) => {
    const walk = new Walk({ permissionMode }).ask()
    walk.call(question())
    expect(walk.state.type).toBe('awaitingAnswer')
    const change = { permissionMode: 'readOnly' } as const
    expect(walk.take({ type: 'settingsChanged', change }).state.type).toBe('awaitingAnswer')
  },
)

test('the same question is asked a third time without approval', () => {
  const walk = new Walk().ask()
  for (let round = 0; round < 4; round++) {
    walk.call(question())
    give(walk, { type: 'skipped' })
    walk.fireTimer()
  }
  expect(walk.state.type).toBe('llmRequesting')
})

test('a sub-agent cannot ask a question', () => {
  const walk = Walk.child().ask()
  const step = walk.call(question())
  expect(wordsIn(step)).toContainEqual(
    expect.stringMatching(/^failed: Not run: a sub-agent cannot ask/),
  )
})

test("029 the turn's clock pauses while a question waits", () => {
  const walk = new Walk({ caps: capsOf(DEFAULT_LIMITS) }).ask()
  walk.at += 30 * 60_000
  walk.call(question())
  expect(clockTimerOf(walk.state)).toBeNull()
  expect(turnOf(walk.state)?.clock?.time).toEqual({ type: 'standing', leftMs: 90 * 60_000 })
})

test('the saved state names the reply instead of copying the question', () => {
  const walk = new Walk().ask()
  const { messages } = walk.call(question({ question: 'Which of these?' }), bash('make'))
  const stored = storeState(walk.state)
  expect(JSON.stringify(stored)).not.toContain('"input"')
  const reply = messages.find(({ content }) => content.type === 'agent')?.content ?? null
  expect(restoreState(stored, () => reply)).toEqual(walk.state)
  expect(restoreState(stored, () => null)).toBeNull()
  expect(ConversationState.parse(walk.state)).toEqual(walk.state)
})

function input(value: Readonly<Record<string, unknown>>): ReturnType<typeof questionOf> {
  return questionOf({ type: 'object', value })
}

test('a question is read as models write it: options as text, multiSelect, null for missing fields', () => {
  const plain = { question: 'Which?', options: [], multi_select: false }
  expect(input({ question: 'Which?' })).toEqual(plain)
  expect(input({ question: 'Which?', header: null, options: null })).toEqual(plain)
  expect(input({ question: ' Which? ', options: '[{"label":"A"}]', multiSelect: 'true' })).toEqual({
    ...plain,
    options: [{ label: 'A' }],
    multi_select: true,
  })
  for (const value of [{}, { question: ' ' }, { question: 'Which?', options: [{}] }])
    expect(input(value)).toBeNull()
})

test('a question that the machine cannot read is refused, and a turn never waits for nobody', () => {
  for (const call of [
    runnable('ask_user', { action: 'question', value: { question: 7 } }),
    runnable('spawn_agents', { action: 'spawn', value: { tasks: 'all of them' } }),
  ]) {
    const walk = new Walk().ask()
    const step = walk.call(call)
    expect(wordsIn(step)).toContainEqual(expect.stringMatching(/^failed: Not run: some fields of/))
    expect(step.state.type).toBe('awaitingLlm')
  }
  const tasks = JSON.stringify([{ task: 'Look' }])
  const asText = runnable('spawn_agents', { action: 'spawn', value: { tasks } })
  expect(new Walk().ask().call(asText).children).toHaveLength(1)
})
