import { expect, test } from 'vitest'
import { RepairType } from '../../../shared/messages/repair.ts'
import { effectTypes, Walk, wordsIn } from '../testing/test-walk.ts'

const ALL = RepairType.options

test('a refused request is changed and sent again at once, recorded and shown to people', () => {
  const walk = new Walk().ask()
  const step = walk.refuse('withoutEarlierThinking')
  expect(effectTypes(step)).toEqual(['stopTimer', 'requestModel', 'startTimer'])
  expect(step.lifecycle).toMatchObject([
    { type: 'requestRepaired', repair: 'withoutEarlierThinking', error: { message: 'No.' } },
  ])
  expect(step.messages).toMatchObject([
    { content: { model: 'claude-test', repair: { type: 'withoutEarlierThinking' } } },
  ])
  expect(wordsIn(step)).toEqual([
    'repair: claude-test refused the request. It was asked again without its earlier thinking.',
  ])
  expect(walk.answer('Done').state).toMatchObject({ type: 'idle', unfinished: null })
})

test('each repair is made once a turn, in the order offered; then the turn ends and says what was tried', () => {
  const walk = new Walk().ask()
  for (const [index, type] of ALL.entries()) {
    const step = walk.refuse(...ALL)
    expect(step.lifecycle).toMatchObject([{ type: 'requestRepaired', repair: type }])
    if (type !== 'withSummary') {
      expect(walk.in('llmRequesting').turn.repairs).toEqual(ALL.slice(0, index + 1))
    }
  }
  walk.fireTimer()
  walk.answer('A summary')
  walk.fireTimer()
  const end = walk.refuse(...ALL)
  expect(end.lifecycle).toMatchObject([{ type: 'turnFailed' }])
  expect(end.state).toMatchObject({
    type: 'error',
    kind: 'invalidRequest',
    resume: 'reply',
    message:
      'No. It was also asked without the chosen effort, then without the reasoning of earlier replies, then with a mark where a reply has no reasoning, then with other ids for its tool calls, then with tool calls as text, then without its earlier thinking, then without its thinking so far, then without the image that it could not take, then without images, then without PDF documents, then with the middle of older outputs left out, then with a summary. Send a new message to continue.',
  })
})

test('a refused request that no repair would change is not sent again', () => {
  const step = new Walk().ask().refuse()
  expect(step.state).toMatchObject({ type: 'error', kind: 'invalidRequest', message: 'No.' })
  expect(effectTypes(step)).toEqual(['stopTimer'])
})

test('the next turn can make each repair again', () => {
  const walk = new Walk().ask()
  walk.refuse('withoutThinking')
  walk.refuse('withoutThinking')
  walk.ask()
  expect(walk.refuse('withoutThinking').lifecycle).toMatchObject([{ type: 'requestRepaired' }])
})

test('a repair does not use up the attempts for temporary failures', () => {
  const walk = new Walk().ask()
  walk.fail('network')
  walk.fireTimer()
  walk.refuse('withoutThinking')
  expect(walk.in('llmRequesting').attempt).toBe(2)
})

test('a summary that should repair a request is tried once: if it fails, the turn ends with the refusal', () => {
  const walk = new Walk().ask()
  const step = walk.refuse('withSummary')
  expect(step.state).toMatchObject({ type: 'awaitingLlm', purpose: 'compaction' })
  expect(wordsIn(step)).toEqual([
    'repair: claude-test refused the request. The conversation is summarised, then it is asked again.',
  ])
  walk.fireTimer()
  expect(walk.refuse(...ALL).state).toMatchObject({
    type: 'error',
    kind: 'invalidRequest',
    resume: 'reply',
    message: 'No. A summary could not be made either.',
  })
})

test('after a summary that repaired a request, a summary for room has its usual attempts', () => {
  const walk = new Walk().ask()
  walk.refuse('withSummary')
  walk.fireTimer()
  walk.answer('A summary')
  walk.fireTimer()
  walk.fail('contextFull')
  walk.fireTimer()
  expect(walk.answer(' ').state).toMatchObject({ type: 'contextExhausted' })
})

test('no repair by summary where a person has turned summaries off or two did not help; other repairs are made', () => {
  const walk = new Walk({ autoCompact: false }).ask()
  expect(walk.refuse('withoutThinking').lifecycle).toMatchObject([{ type: 'requestRepaired' }])
  expect(walk.refuse('withSummary').state.type).toBe('error')
  const other = new Walk().ask()
  for (let summaries = 0; summaries < 2; summaries++) {
    other.fail('contextFull')
    other.fireTimer()
    other.answer('A summary')
    other.fireTimer()
  }
  expect(other.refuse('withSummary').state.type).toBe('error')
})

test('a sub-agent repairs its requests too, and fails with the refusal', () => {
  const walk = Walk.child().ask()
  expect(walk.refuse('withoutThinking').state.type).toBe('llmRequesting')
  expect(walk.refuse('withoutThinking').state).toMatchObject({
    type: 'failed',
    reason: 'invalidRequest',
  })
})

test('a fallback that refuses is asked again, and the repair applies to its model', () => {
  const { primary } = new Walk().context
  const walk = new Walk({ fallback: { ...primary, model: 'claude-other' } }).ask()
  walk.failThrice()
  const step = walk.refuse('withoutImages')
  expect(step.messages).toMatchObject([{ content: { type: 'repair', model: 'claude-other' } }])
})
