import { expect, test } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { effectTypes, Walk, type Walked, wordsIn } from '../testing/test-walk.ts'

const { primary } = testContext()
const fallback = { ...primary, model: 'claude-other' }

function asked(step: Walked): string | undefined {
  const request = step.effects.find((effect) => effect.type === 'requestModel')
  return request?.type === 'requestModel' ? request.provider.model : undefined
}

// covers R5-15
test('after three attempts with the primary the fallback gets three of its own, recorded and shown to people', () => {
  const walk = new Walk({ fallback })
  walk.say()
  const models = [asked(walk.fireTimer())]
  for (let failures = 1; failures <= 5; failures++) {
    const step = walk.fail('overloaded')
    if (failures === 3) {
      expect(step.lifecycle).toMatchObject([
        {
          type: 'providerFallback',
          from: 'claude-test',
          to: 'claude-other',
          error: { kind: 'overloaded' },
        },
      ])
      expect(wordsIn(step)).toEqual([expect.stringMatching(/^system: claude-test.*claude-other/)])
      expect(step.state).toMatchObject({ attempt: 1, turn: { provider: 'fallback' } })
      models.push(asked(step))
    } else {
      expect(step.lifecycle).toEqual([])
      models.push(asked(walk.fireTimer()))
    }
  }
  expect(models).toEqual([...Array(3).fill('claude-test'), ...Array(3).fill('claude-other')])
  const last = walk.fail('overloaded')
  expect(last.state).toMatchObject({ type: 'error', message: 'No. Tried 3 times.' })
  expect(last.lifecycle).toMatchObject([{ type: 'turnFailed' }])
})

test('each provider uses the deadlines of its own endpoint', () => {
  const timeouts = { ...primary.timeouts, requestMs: 120_000 }
  const walk = new Walk({ fallback: { ...fallback, timeouts } }).ask()
  expect(walk.failThrice().effects).toMatchObject([
    { type: 'stopTimer' },
    { type: 'requestModel', provider: { timeouts } },
    { type: 'startTimer', afterMs: 125_000 },
  ])
})

test('without a fallback the third failure ends the turn, and no further request is sent', () => {
  const walk = new Walk().ask()
  const step = walk.failThrice()
  expect(step.state.type).toBe('error')
  expect(effectTypes(step)).toEqual(['stopTimer'])
})

test('the fallback answers until the turn ends; the next turn asks the primary again', () => {
  const walk = new Walk({ fallback }).ask()
  walk.failThrice()
  const reply = walk.callBash('make')
  expect(reply.messages).toMatchObject([{ content: { model: 'claude-other' } }])
  walk.finishTool()
  expect(asked(walk.fireTimer())).toBe('claude-other')
  walk.answer('Done')
  walk.say('And?')
  expect(asked(walk.fireTimer())).toBe('claude-test')
})

test('Retry after both have failed asks the primary again', () => {
  const walk = new Walk({ fallback }).ask()
  walk.failThrice()
  walk.failThrice()
  walk.take({ type: 'retryRequested' })
  expect(asked(walk.fireTimer())).toBe('claude-test')
})

test.each(['auth', 'billing', 'invalidRequest', 'refused', 'internal'] as const)(
  'a permanent failure (%s) does not use the fallback',
  (kind) => {
    const step = new Walk({ fallback }).ask().fail(kind)
    expect(step.state).toMatchObject({ type: 'error', kind })
    expect(asked(step)).toBeUndefined()
  },
)

test('R18 a retry-after of more than 60 s is waited for by neither provider: the screen counts down to Retry', () => {
  const walk = new Walk({ fallback }).ask()
  const step = walk.fail('rateLimit', 60_001)
  expect(step.state).toMatchObject({ type: 'error', kind: 'rateLimit', retryAt: walk.at + 60_001 })
  expect(effectTypes(step)).toEqual(['stopTimer'])
  const other = new Walk({ fallback }).ask()
  other.failThrice()
  expect(other.fail('rateLimit', 60_001).state).toMatchObject({ type: 'error' })
})

test('a retry-after of up to 60 s is honoured', () => {
  const walk = new Walk({ fallback }).ask()
  const step = walk.fail('rateLimit', 60_000)
  expect(step.effects).toContainEqual({
    type: 'startTimer',
    timerId: walk.timer,
    afterMs: 60_000,
  })
})

test('attempts keep counting across waits, and a reply resets the count', () => {
  const walk = new Walk({ fallback }).ask()
  walk.fail('network')
  walk.fireTimer()
  walk.fail('timeout')
  walk.fireTimer()
  walk.callBash('make')
  walk.finishTool()
  walk.fireTimer()
  expect(walk.in('llmRequesting')).toMatchObject({ attempt: 1, turn: { provider: 'primary' } })
  walk.fail('network')
  expect(walk.in('llmRequesting')).toMatchObject({ attempt: 2, turn: { provider: 'primary' } })
})

test('the fallback makes a summary too, and the reply after it', () => {
  const walk = new Walk({ fallback }).ask()
  walk.fail('contextFull')
  walk.fireTimer()
  const step = walk.failThrice()
  expect(asked(step)).toBe('claude-other')
  expect(step.state).toMatchObject({ purpose: 'compaction', attempt: 1 })
  walk.answer('A short summary.')
  expect(asked(walk.fireTimer())).toBe('claude-other')
})

test("the machine's own time limit for a request fails it like any other failure: stopped, then retried", () => {
  const walk = new Walk().ask(true)
  const { work } = walk
  const step = walk.fireTimer()
  expect(step.effects[0]).toEqual({ type: 'stopWork', workIds: [work], reason: 'timeout' })
  expect(step.state).toMatchObject({
    attempt: 2,
    phase: { type: 'backoff', error: { kind: 'timeout' } },
  })
})

test('settings changed during a turn take effect with the next turn', () => {
  const walk = new Walk({ fallback }).ask()
  walk.take({
    type: 'settingsChanged',
    change: { fallback: null, primary: { ...primary, model: 'claude-new' } },
  })
  expect(asked(walk.failThrice())).toBe('claude-other')
  walk.answer('Done')
  walk.say('And?')
  expect(asked(walk.fireTimer())).toBe('claude-new')
  expect(walk.failThrice().state.type).toBe('error')
})
