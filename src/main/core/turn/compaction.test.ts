import { expect, test } from 'vitest'
import type { Walked } from '../testing/test-walk.ts'
import { message, Walk, wordsIn } from '../testing/test-walk.ts'

const SHORT = 'A short summary.'

function request(step: Walked): unknown {
  return step.effects.find((effect) => effect.type === 'requestModel')
}

/** A reply was asked for and was too long; the summary is being asked for. */
function compacting(change: ConstructorParameters<typeof Walk>[0] = {}): Walk {
  const walk = new Walk(change).ask()
  walk.fail('contextFull')
  walk.fireTimer()
  return walk
}

/** A summary is being asked for by hand, at rest. */
function compactingByHand(walk = new Walk()): Walk {
  walk.take({ type: 'compactRequested' })
  walk.fireTimer()
  return walk
}

/** The model can read no more, whatever was tried. */
function exhausted(): Walk {
  const walk = new Walk({ autoCompact: false }).ask()
  walk.fail('contextFull')
  return walk
}

test('a context that is too long is summarised within the turn, by a request with the same tools', () => {
  const walk = new Walk().ask()
  const { id } = walk.in('llmRequesting').turn
  const step = walk.fail('contextFull')
  expect(step.state).toMatchObject({
    type: 'awaitingLlm',
    purpose: 'compaction',
    reason: 'compact',
    dueAt: walk.at,
  })
  expect(step.lifecycle).toEqual([])
  expect(wordsIn(step)).toEqual([])
  expect(request(walk.fireTimer())).toMatchObject({ purpose: 'compaction', withTools: true })
  expect(walk.in('llmRequesting').turn.id).toBe(id)
})

// covers R5-37
test('the summary becomes a message, is recorded, and the reply is requested again at once, with tools', () => {
  const walk = compacting()
  const step = walk.answer(SHORT)
  expect(wordsIn(step)).toEqual([`summary: ${SHORT}`])
  expect(step.lifecycle).toMatchObject([{ type: 'compacted', messageId: step.messages[0]?.id }])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', purpose: 'reply', dueAt: walk.at })
  expect(request(walk.fireTimer())).toMatchObject({ purpose: 'reply', withTools: true })
  expect(walk.answer('Hi').state).toEqual({ type: 'idle', unfinished: null })
})

test('the tokens of a summary count for its turn', () => {
  const walk = compacting()
  walk.answer(SHORT)
  expect(walk.in('awaitingLlm').turn.usage.inputTokens).toBeGreaterThan(0)
})

/** What makes a summary one that did not help. The first does so once it is answered: each ends the attempt at it. */
const USELESS: readonly (readonly [string, (walk: Walk) => Walked])[] = [
  ['an empty one', (walk) => walk.answer(' \n')],
  ['one no shorter', (walk) => walk.answer('x'.repeat(350), { requestTokens: 100 })],
  ['a longer one', (walk) => walk.answer('x'.repeat(3_500), { requestTokens: 100 })],
  ['a refused one', (walk) => walk.answer(SHORT, { end: 'refusal' })],
  ['one that was cut', (walk) => walk.answer(SHORT, { end: 'maxTokens' })],
  ['one that was to go on', (walk) => walk.answer(SHORT, { end: 'pauseTurn' })],
  ['one whose request is itself too long', (walk) => walk.fail('contextFull')],
  ['one whose request is invalid', (walk) => walk.fail('invalidRequest')],
  ['one whose retries are used up', (walk) => walk.failThrice('overloaded')],
  ['one that fails by a fault of our own', (walk) => walk.fail('internal')],
]

test.each(USELESS)(
  'T94 %s counts as failed: one more try, and after the second the context is exhausted',
  (_, fail) => {
    const walk = compacting()
    const once = fail(walk)
    expect(once.state).toMatchObject({ type: 'awaitingLlm', purpose: 'compaction' })
    expect(once.lifecycle.filter(({ type }) => type === 'compacted')).toEqual([])
    walk.fireTimer()
    const twice = fail(walk)
    const choices = ['compact', 'largerModel', 'dropAttachments', 'fork', 'edit', 'retry']
    expect(twice.state).toMatchObject({ type: 'contextExhausted', choices })
    expect(twice.lifecycle).toMatchObject([{ type: 'turnFailed' }])
  },
)

test('a summary one token smaller than what it replaces is kept', () => {
  const walk = compacting()
  const step = walk.answer('x'.repeat(346), { requestTokens: 100 })
  expect(step.messages).toMatchObject([{ content: { type: 'summary' } }])
})

test('a reply that is too long again after a summary counts; after the second summary the context is exhausted', () => {
  const walk = compacting()
  walk.answer(SHORT)
  walk.fireTimer()
  expect(walk.fail('contextFull').state).toMatchObject({ purpose: 'compaction' })
  walk.fireTimer()
  walk.answer(SHORT)
  walk.fireTimer()
  expect(walk.fail('contextFull').state.type).toBe('contextExhausted')
})

test('a successful reply resets the count, within the same turn', () => {
  const walk = compacting()
  for (let count = 0; count < 4; count++) {
    walk.answer(SHORT)
    walk.fireTimer()
    walk.callBash(`step ${count}`)
    walk.finishTool()
    walk.fireTimer()
    expect(walk.fail('contextFull').state).toMatchObject({ purpose: 'compaction' })
    walk.fireTimer()
  }
})

test('a summary request has as many attempts as a reply before it counts as failed', () => {
  const walk = compacting()
  expect(walk.fail('network').state).toMatchObject({
    type: 'llmRequesting',
    purpose: 'compaction',
    attempt: 2,
  })
  expect(request(walk.fireTimer())).toMatchObject({ purpose: 'compaction' })
  walk.fail('network')
  walk.fireTimer()
  expect(walk.answer(SHORT).state).toMatchObject({ purpose: 'reply' })
})

const FOR_PEOPLE = [
  ['auth', null],
  ['billing', null],
  ['rateLimit', 3_600_000],
] as const

test.each(FOR_PEOPLE)(
  'a summary that fails with %s is an error; Retry repeats the summary, then the reply',
  (kind, after) => {
    const walk = compacting()
    const step = walk.fail(kind, after)
    const retryAt = after === null ? null : walk.at + after
    expect(step.state).toMatchObject({
      type: 'error',
      kind,
      resume: 'compaction',
      goal: 'reply',
      retryAt,
    })
    const retried = walk.take({ type: 'retryRequested' })
    expect(retried.state).toMatchObject({
      type: 'awaitingLlm',
      purpose: 'compaction',
      turn: { trigger: 'retry', goal: 'reply' },
    })
    walk.fireTimer()
    expect(walk.answer(SHORT).state).toMatchObject({ purpose: 'reply' })
  },
)

test('with automatic compaction off the context is exhausted at once', () => {
  const walk = exhausted()
  const choices = ['compact', 'largerModel', 'dropAttachments', 'fork', 'edit', 'retry']
  expect(walk.in('contextExhausted').choices).toEqual(choices)
})

test('a message in an exhausted context is refused in every mode, and not stored', () => {
  for (const mode of ['policy', 'interrupt', 'join'] as const) {
    expect(exhausted().try(message('On', mode))).toEqual({ type: 'refused', reason: 'contextFull' })
  }
})

test('a model with a larger limit leads to idle, with a Continue; others do not', () => {
  const walk = exhausted()
  const { turnId } = walk.in('contextExhausted')
  const { primary } = walk.context
  const of = (contextTokens: number): typeof primary => ({
    ...primary,
    limits: { ...primary.limits, contextTokens },
  })
  for (const change of [
    { primary: of(200_000) },
    { primary: of(100_000) },
    { systemPrompt: 'x' },
  ]) {
    const same = exhausted()
    expect(same.take({ type: 'settingsChanged', change }).state.type).toBe('contextExhausted')
  }
  const step = walk.take({ type: 'settingsChanged', change: { primary: of(1_000_000) } })
  expect(step.state).toEqual({ type: 'idle', unfinished: { turnId, cause: 'contextExhausted' } })
  expect(walk.take({ type: 'continueRequested' }).state).toMatchObject({ reason: 'continue' })
})

test('manual compaction of an exhausted context leads to idle, with a Continue, and without a reply', () => {
  const walk = exhausted()
  const { turnId } = walk.in('contextExhausted')
  compactingByHand(walk)
  const step = walk.answer(SHORT)
  expect(step.state).toEqual({ type: 'idle', unfinished: { turnId, cause: 'contextExhausted' } })
  expect(step.lifecycle).toMatchObject([{ type: 'compacted' }, { type: 'turnCompleted' }])
})

test('an exhausted context stays exhausted if a manual summary fails too', () => {
  const walk = compactingByHand(exhausted())
  walk.answer(' ')
  walk.fireTimer()
  expect(walk.answer(' ').state.type).toBe('contextExhausted')
})

test('manual compaction is a turn of its own, from idle and from an error', () => {
  const idle = new Walk()
  const step = idle.take({ type: 'compactRequested' })
  expect(step.lifecycle).toMatchObject([
    { type: 'turnStarted', trigger: 'compact', goal: 'compaction' },
  ])
  idle.fireTimer()
  expect(idle.answer(SHORT).state).toEqual({ type: 'idle', unfinished: null })
  const failed = new Walk().ask()
  failed.fail('auth')
  const { turnId } = failed.in('error')
  compactingByHand(failed)
  expect(failed.answer(SHORT).state).toEqual({
    type: 'idle',
    unfinished: { turnId, cause: 'error' },
  })
})

test('manual compaction keeps the unfinished turn, whether it ends or is cancelled', () => {
  for (const end of [(walk: Walk) => walk.answer(SHORT), (walk: Walk) => walk.cancel()]) {
    const walk = new Walk().ask()
    walk.cancel()
    const before = walk.state
    expect(before).toMatchObject({ unfinished: { cause: 'userCancel' } })
    expect(end(compactingByHand(walk)).state).toEqual(before)
  }
})

test('a manual compaction that fails is an error that Retry repeats, with the same goal', () => {
  const walk = compactingByHand()
  walk.answer(' ')
  walk.fireTimer()
  expect(walk.answer(' ').state).toMatchObject({
    type: 'error',
    resume: 'compaction',
    goal: 'compaction',
  })
  walk.take({ type: 'retryRequested' })
  walk.fireTimer()
  expect(walk.answer(SHORT).state).toMatchObject({ type: 'idle' })
})

test('T95 a cancel during a summary aborts it and leads to idle, where messages are accepted', () => {
  for (const walk of [compacting(), compactingByHand()]) {
    const { work } = walk
    const step = walk.cancel()
    expect(step.effects[0]).toEqual({ type: 'stopWork', workIds: [work], reason: 'user' })
    expect(step.state.type).toBe('idle')
    expect(wordsIn(step)).toEqual([])
    expect(walk.say('On').state.type).toBe('awaitingLlm')
  }
})

test('T96 a compaction requested during a turn has nothing to do', () => {
  const walk = new Walk()
  walk.say()
  const nothing = { type: 'refused', reason: 'nothingToDo' }
  expect(walk.try({ type: 'compactRequested' })).toEqual(nothing)
  walk.fireTimer()
  expect(walk.try({ type: 'compactRequested' })).toEqual(nothing)
  walk.callBash('make')
  expect(walk.try({ type: 'compactRequested' })).toEqual(nothing)
  walk.cancel()
  expect(walk.try({ type: 'compactRequested' })).toEqual(nothing)
})

test('a reply cut by the context limit keeps its text and continues after a summary', () => {
  const walk = new Walk().ask()
  const step = walk.answer('Half a sen', { end: 'contextFull' })
  expect(wordsIn(step)).toEqual(['agent: 1', 'user: Continue.'])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', purpose: 'compaction' })
  walk.fireTimer()
  walk.answer(SHORT)
  expect(request(walk.fireTimer())).toMatchObject({ purpose: 'reply' })
})

test('a context that the provider calls full never ends in an error: it is summarised, or the context is exhausted and says what to do', () => {
  expect(new Walk().ask().fail('contextFull').state.type).toBe('awaitingLlm')
  const walk = new Walk({ autoCompact: false }).ask()
  const step = walk.fail('contextFull')
  expect(step.state.type).toBe('contextExhausted')
  expect(wordsIn(step)).toEqual([expect.stringMatching(/Compact it, or choose a model/)])
})
