import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../../shared/models/usage.ts'
import type { Message, MessageContent } from '../../../../shared/messages/message.ts'
import { modelName } from '../../../../shared/models/model-name.ts'
import { buildToolless } from '../build-compaction.ts'
import { buildRequest, Projection } from '../build-request.ts'
import { estimateTokens, isWorthShortening, usedTokens } from '../context-window.ts'
import type { ModelRequest } from '../model-request.ts'
import { SHORT_OUTPUTS, withRepair } from '../repairs.ts'
import { agent, call, place, result, summary, text, user } from '../../testing/test-messages.ts'
import { validateRequest } from '../validate-request.ts'
import { effectTypes, Walk, wordsIn } from '../../testing/test-walk.ts'

const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }
const OLD = `first line ${'a'.repeat(9_000)} last line`
const NEW = `newest ${'b'.repeat(9_000)} line`
const ROUNDS = [
  user('Go'.repeat(5_000)),
  agent(call('a')),
  result(1, 0, OLD),
  agent(call('b')),
  result(3, 0, NEW),
]
const SHORTENED: MessageContent = {
  type: 'repair',
  text: 'Full.',
  model: modelName(FRAME),
  repair: SHORT_OUTPUTS,
}

function build(messages: readonly Message[], model = 'm'): ModelRequest {
  const request = buildRequest(messages, { ...FRAME, model })
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  return request
}

function kinds({ messages }: ModelRequest): readonly (readonly string[])[] {
  return messages.map(({ blocks }) => blocks.map(({ type }) => type))
}

function used(...contents: readonly MessageContent[]): number {
  return usedTokens(place(contents), FRAME)
}

test('T97 the middle of older outputs is left out; calls keep their results, the newest messages and outputs stay whole; what does not fit is reported', () => {
  const whole = build(place(ROUNDS))
  const short = build(place([...ROUNDS, SHORTENED]))
  expect(kinds(short)).toEqual(kinds(whole))
  const [old, newest] = short.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'toolResult' ? block.content : [])),
  )
  expect(old).toMatchObject({ text: expect.stringMatching(/^first line a+\n\[… 7021 characters/) })
  expect(old).toMatchObject({ text: expect.stringMatching(/left out …\]\na+ last line$/) })
  expect(newest).toEqual({ type: 'text', text: NEW })
  expect(short.messages[0]).toEqual(whole.messages[0])
  const walk = new Walk().ask()
  expect(walk.tooLong('shortOutputs').lifecycle).toMatchObject([{ type: 'requestRepaired' }])
  expect(walk.tooLong('shortOutputs').state).toMatchObject({ purpose: 'compaction' })
  walk.fireTimer()
  walk.fail('contextFull')
  walk.fireTimer()
  const last = walk.fail('contextFull')
  expect(last.state.type).toBe('contextExhausted')
  expect(wordsIn(last)).toEqual([expect.stringMatching(/choose a model/)])
})

test('short outputs, and requests to another model, stay unchanged', () => {
  const brief = [user('Go'), agent(call('a')), result(1, 0, 'done'), agent(call('b'))]
  expect(build(place([...brief, SHORTENED])).messages).toEqual(build(place(brief)).messages)
  const messages = place([...ROUNDS, SHORTENED])
  expect(build(messages, 'other').messages).toEqual(build(place(ROUNDS), 'other').messages)
})

test('an output that the placeholder would only make longer stays unchanged', () => {
  const rounds = [user('Go'), agent(call('a')), result(1, 0, 'a'.repeat(2_001)), agent(call('b'))]
  expect(build(place([...rounds, SHORTENED])).messages).toEqual(build(place(rounds)).messages)
})

test('a final request without tools shortens outputs too', () => {
  const messages = place([...ROUNDS, SHORTENED])
  expect(JSON.stringify(buildToolless(messages, FRAME)).includes(OLD)).toBe(false)
})

test('T40 shortening never splits a character where the middle begins or ends', () => {
  const emoji = '🙂'.repeat(4_000)
  for (const before of ['', 'x']) {
    const rounds = [user('Go'), agent(call('a')), result(1, 0, before + emoji), agent(call('b'))]
    const sent = JSON.stringify(build(place([...rounds, result(3, 0, 'x'), SHORTENED])))
    expect([sent.includes('left out'), sent.includes('\uFFFD')]).toEqual([true, false])
  }
})

const counted = { ...NO_USAGE, inputTokens: 50_000 }

test('the context is measured as it will be sent; once the provider has counted, nothing is subtracted again', () => {
  const saved = estimateTokens(OLD) - estimateTokens('x'.repeat(2_040))
  const before = [...ROUNDS.slice(0, 3), { ...agent(call('b')), usage: counted }]
  expect(used(...before)).toBe(50_000)
  expect(used(...before, SHORTENED)).toBeLessThan(50_000 - saved + 20)
  expect(used(...before, SHORTENED)).toBeGreaterThan(50_000 - saved - 20)
  const after = { ...agent(text('Yes')), usage: counted }
  expect(used(...before, SHORTENED, after)).toBe(50_000)
  const last = { ...agent(call('c')), usage: counted }
  const told = [...before, result(3, 0, NEW), summary('So far.'), last]
  expect(used(...told, SHORTENED)).toBe(50_000)
})

/** What is said in such rounds. */
function said(all: readonly string[]): readonly MessageContent[] {
  const contents: MessageContent[] = [user('Go')]
  for (const each of all) {
    if (each === 'mark') contents.push(SHORTENED)
    else if (each === 'words') contents.push(agent(text('Yes')), user('On'))
    else {
      contents.push(agent(call('a')))
      contents.push(result(contents.length - 1, 0, each === 'long' ? OLD : 'done'))
    }
  }
  return contents
}

test('the estimate and the request shrink together, in every order of rounds and marks', () => {
  const round = fc.constantFrom('short', 'long', 'mark', 'words')
  fc.assert(
    fc.property(fc.array(round, { maxLength: 12 }), (all) => {
      const messages = place(said(all))
      const once = new Projection(FRAME)
      const growing = messages.map((_, index) => once.of(messages.slice(0, index + 1))).at(-1)
      expect(growing).toEqual(buildRequest(messages, FRAME).messages)
      const shorter = withRepair(messages, modelName(FRAME), SHORT_OUTPUTS)
      const sizes = [messages, shorter].map(
        (each) => JSON.stringify(buildRequest(each, FRAME)).length,
      )
      const tokens = [messages, shorter].map((each) => usedTokens(each, FRAME))
      expect((sizes[1] ?? 0) < (sizes[0] ?? 0)).toBe((tokens[1] ?? 0) < (tokens[0] ?? 0))
    }),
  )
})

test('shortening is worth it when it makes enough room and saves a lot', () => {
  expect(isWorthShortening(1_000, 800, 10_000)).toBe(true)
  expect(isWorthShortening(1_000, 801, 10_000)).toBe(false)
  expect(isWorthShortening(95_000, 70_000, 100_000)).toBe(true)
  expect(isWorthShortening(95_000, 71_000, 100_000)).toBe(false)
  expect(isWorthShortening(60_000, 50_000, 100_000)).toBe(false)
})

test('a conversation that is too long is shortened first, once a turn; then it is summarised', () => {
  const walk = new Walk().ask()
  const step = walk.tooLong('shortOutputs')
  expect(effectTypes(step)).toEqual(['stopTimer', 'requestModel', 'startTimer'])
  expect(step.lifecycle).toMatchObject([{ type: 'requestRepaired', repair: 'shortOutputs' }])
  expect(wordsIn(step)).toEqual([
    'repair: The conversation is longer than claude-test can read. It was asked again with the middle of older outputs left out; they stay on record.',
  ])
  expect(walk.tooLong('shortOutputs').state).toMatchObject({ purpose: 'compaction' })
})

test('a request of too many bytes is not reported as a conversation that is too long; repairs run whether or not automatic compaction is on', () => {
  const walk = new Walk({ autoCompact: false }).ask()
  const step = walk.refuse('shortOutputs', 'withoutAllImages', 'withSummary')
  expect(wordsIn(step)).toEqual([
    'repair: claude-test refused the request. It was asked again with the middle of older outputs left out; they stay on record.',
  ])
  walk.refuse('shortOutputs', 'withoutAllImages', 'withSummary')
  const last = walk.refuse('shortOutputs', 'withoutAllImages', 'withSummary')
  expect(last.state).toMatchObject({ type: 'error', kind: 'invalidRequest' })
})

test('with automatic compaction off, nothing is shortened', () => {
  const walk = new Walk({ autoCompact: false }).ask()
  expect(walk.tooLong('shortOutputs').state).toMatchObject({ type: 'contextExhausted' })
})
