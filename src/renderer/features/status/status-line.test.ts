import { describe, expect, test } from 'vitest'
import { type ConversationState, ConversationState as State } from '../../../shared/conversation-state.ts'
import { statusLine } from './status-line.ts'

const provider = (model: string): unknown => ({
  endpoint: 'anthropic',
  model,
  limits: { contextTokens: 1, outputTokens: 1 },
})
const turn = {
  id: 't',
  startedAt: 0,
  trigger: 'message',
  goal: 'reply',
  settings: {
    primary: provider('claude-sonnet-5-5'),
    fallback: provider('claude-haiku-5'),
    timeouts: { firstByteMs: 1, silenceMs: 1, thinkingSilenceMs: 1, requestMs: 1 },
    systemPrompt: '',
  },
  provider: 'primary',
  requests: 0,
  toolCalls: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  continuations: 0,
  compactionFailures: 0,
  repairs: [],
  repeated: null,
}
const requesting = (phase: unknown, more: object = {}): unknown => ({
  type: 'llmRequesting',
  turn,
  purpose: 'reply',
  attempt: 2,
  phase,
  ...more,
})
const waiting = { requestId: 'r', timerId: 'x', deadline: 90_000, since: 1_000 }
const call = (command: string): unknown => ({
  callId: 'c.0',
  name: 'bash',
  input: { type: 'object', value: { command } },
  digest: '',
  verdict: { type: 'run', limitMs: 1 },
})
const running = (command: string): unknown => ({
  type: 'toolExecuting',
  turn,
  round: { replyId: 'c', completed: [], remaining: [] },
  current: { call: call(command), workId: 'w', timerId: 'x', startedAt: 2_000, deadline: 9 },
})
const cancelling = (what: readonly string[]): unknown => ({
  type: 'cancelling',
  turnId: 't',
  waitingFor: what.map((each, index) => ({ workId: `w${index}`, what: each })),
  timerId: 'x',
  deadline: 9,
  then: { type: 'rest', unfinished: { turnId: 't', cause: 'userCancel' } },
})
const fault = (kind: string): unknown => ({
  type: 'error',
  turnId: 't',
  kind,
  message: 'm',
  retryAt: null,
  resume: 'reply',
})

const cases: readonly (readonly [string, unknown])[] = [
  ['Idle', { type: 'idle', unfinished: null }],
  ['Idle', { type: 'idle', unfinished: { turnId: 't', cause: 'restart' } }],
  [
    'About to ask claude-sonnet-5-5',
    {
      type: 'awaitingLlm',
      turn,
      purpose: 'reply',
      reason: 'retry',
      timerId: 'x',
      dueAt: 1,
      maxDueAt: 1,
    },
  ],
  [
    'Waiting for claude-sonnet-5-5, first byte, 12 s',
    requesting({ type: 'connecting', ...waiting }),
  ],
  ['claude-sonnet-5-5 is answering, 12 s', requesting({ type: 'streaming', ...waiting })],
  [
    'claude-haiku-5 is answering, 12 s',
    requesting({ type: 'streaming', ...waiting }, { turn: { ...turn, provider: 'fallback' } }),
  ],
  [
    'The scripted demo is answering, 12 s',
    requesting(
      { type: 'streaming', ...waiting },
      { turn: { ...turn, settings: { ...turn.settings, primary: provider('demo') } } },
    ),
  ],
  [
    'Retry 2 of 3 in 8 s: overloaded',
    requesting({
      type: 'backoff',
      timerId: 'x',
      retryAt: 20_400,
      error: { kind: 'overloaded', message: 'The provider is overloaded.' },
    }),
  ],
  ['bash: npm test, 11 s', running('npm test')],
  ['bash: cd a …, 11 s', running('cd a\nnpm test')],
  ['Stopping: bash: sleep 1000', cancelling(['bash: sleep 1000'])],
  ['Stopping', cancelling([])],
  ['Stopped: the API key was not accepted', fault('auth')],
  ['Stopped: overloaded', fault('overloaded')],
]

describe('R30: the status line', () => {
  test.each(cases)('says "%s"', (text, raw) => {
    const state: ConversationState = State.parse(raw)
    expect(statusLine(state, 13_000).text).toBe(text)
  })

  test('names every state, what moves it on, and a deadline where there is one', () => {
    for (const [, raw] of cases) {
      const line = statusLine(State.parse(raw), 0)
      expect(line.state).not.toBe('')
      expect(line.next).toMatch(/\.$/)
    }
  })

  test('a deadline that has passed shows no negative time', () => {
    const state = State.parse(requesting({ type: 'connecting', ...waiting }))
    expect(statusLine(state, 0).text).toBe('Waiting for claude-sonnet-5-5, first byte, 0 s')
  })
})

test('a long command leaves the time in sight', () => {
  const { text } = statusLine(State.parse(running('npm run check && '.repeat(9))), 43_000)
  expect(text).toMatch(/^bash: npm run check .{20,40}…, 41 s$/)
})
