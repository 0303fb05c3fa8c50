import { describe, expect, test } from 'vitest'
import {
  type ConversationState,
  ConversationState as State,
} from '../../../shared/conversation-state.ts'
import { WorkId } from '../../../shared/ids.ts'
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
    systemPrompt: '',
  },
  provider: 'primary',
  requests: 0,
  toolCalls: 0,
  subAgents: 0,
  subAgentTokens: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  continuations: 0,
  compactionFailures: 0,
  repairs: [],
  mending: null,
  repeated: null,
  unfinished: null,
  askedToSubmit: false,
  lastReplyId: null,
}
const withFallback = { ...turn, provider: 'fallback' }
const withoutFallback = { ...turn, settings: { ...turn.settings, fallback: null } }
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
  action: 'command',
  subject: command,
  verdict: { type: 'run', limitMs: 1, isApproved: false, mayWrite: true },
})
const asked = (callId: string, command: string): unknown => ({
  callId,
  name: 'bash',
  input: { type: 'object', value: { command } },
  digest: '',
  action: 'command',
  subject: command,
  verdict: { type: 'ask', limitMs: 1, why: 'mode' },
})
const asking = (answered: readonly string[], ...remaining: readonly unknown[]): unknown => ({
  type: 'awaitingApproval',
  turn,
  round: { replyId: 'c', completed: [], remaining },
  answers: answered.map((callId) => ({ callId, answer: { type: 'once' } })),
  since: 0,
})
const delegating = (...phases: readonly object[]): unknown => ({
  type: 'awaitingSubAgents',
  turn,
  round: { replyId: 'c', completed: [], remaining: [] },
  current: { call: call('x'), startedAt: 2_000 },
  children: phases.map((phase, index) => ({
    agentId: `a${index}`,
    task: `Look at part ${index}\nand tell`,
    phase,
  })),
})
const works = { type: 'working', timerId: 'x', deadline: 600_000 }
const isDone = { type: 'ended', outcome: 'completed', messageId: 'm', text: 'Found it.' }
const asks = { type: 'asking', left: 5_000 }
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
  then: { type: 'rest', state: { type: 'idle', unfinished: { turnId: 't', cause: 'userCancel' } } },
})
const fault = (kind: string): unknown => ({
  type: 'error',
  turnId: 't',
  kind,
  message: 'm',
  retryAt: null,
  resume: 'reply',
  goal: 'reply',
  unfinished: { turnId: 't', cause: 'error' },
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
    'claude-haiku-5 is answering instead of claude-sonnet-5-5, 12 s',
    requesting({ type: 'streaming', ...waiting }, { turn: withFallback }),
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
  [
    'Keeps trying, attempt 7 in 4 m 10 s: overloaded',
    requesting(
      {
        type: 'backoff',
        timerId: 'x',
        retryAt: 263_000,
        error: { kind: 'overloaded', message: 'The provider is overloaded.' },
        patienceMs: 2_700_000,
      },
      { attempt: 7 },
    ),
  ],
  [
    'Needs your answer: Which database?',
    {
      type: 'awaitingAnswer',
      turn,
      round: { replyId: 'c', completed: [], remaining: [] },
      current: {
        call: {
          callId: 'c.0',
          name: 'ask_user',
          input: { type: 'object', value: { question: 'Which database?\nThere are two.' } },
          digest: '',
          action: 'question',
          subject: null,
          verdict: { type: 'run', limitMs: 1, isApproved: false, mayWrite: true },
        },
        startedAt: 0,
      },
    },
  ],
  ['bash: npm test, 11 s', running('npm test')],
  ['bash: cd a …, 11 s', running('cd a\nnpm test')],
  ['Needs your approval: bash: rm x', asking([], asked('c.0', 'rm x'))],
  [
    'Needs your approval: bash: rm z and 1 more',
    asking(['c.0'], asked('c.0', 'rm x'), call('ls'), asked('c.2', 'rm z'), asked('c.3', 'rm w')),
  ],
  ['2 sub-agents, 1 done, 11 s', delegating(works, isDone)],
  ['1 sub-agent, 0 done, 11 s', delegating(works)],
  [
    'Needs your approval: sub-agent: Look at part 1 and 1 more, 11 s',
    delegating(works, asks, asks),
  ],
  [
    'Summarising the conversation, 12 s',
    requesting({ type: 'streaming', ...waiting }, { purpose: 'compaction' }),
  ],
  [
    'The conversation is too long for claude-opus-5',
    {
      type: 'contextExhausted',
      turnId: 't',
      choices: ['compact', 'largerModel', 'dropAttachments', 'fork', 'edit', 'retry'],
    },
  ],
  ['Done', { type: 'completed', result: 'r' }],
  ['Stopped', { type: 'failed', reason: 'cancelled', message: 'm.', lastReplyId: null }],
  ['Not done', { type: 'failed', reason: 'unsuccessful', message: 'm.', lastReplyId: null }],
  [
    'Failed: overloaded',
    { type: 'failed', reason: 'overloaded', message: 'm.', lastReplyId: null },
  ],
  ['Stopping: bash: sleep 1000', cancelling(['bash: sleep 1000'])],
  ['Stopping', cancelling([])],
  ['Stopped: the API key was not accepted', fault('auth')],
  ['Stopped: overloaded', fault('overloaded')],
]

describe('R30: the status line', () => {
  // covers REQ-BED-006.1c
  test.each(cases)('says "%s"', (text, raw) => {
    const state: ConversationState = State.parse(raw)
    expect(statusLine(state, 13_000, 'claude-opus-5').text).toBe(text)
  })

  test.each<readonly [attempt: number, text: string, turn: object]>([
    [2, 'Nothing from claude-sonnet-5-5 for 21 s, trying again in 1 m 9 s', turn],
    [3, 'Nothing from claude-sonnet-5-5 for 21 s, asking claude-haiku-5 in 1 m 9 s', turn],
    [3, 'Nothing from claude-sonnet-5-5 for 21 s, giving up in 1 m 9 s', withoutFallback],
    [3, 'Nothing from claude-haiku-5 for 21 s, giving up in 1 m 9 s', withFallback],
  ])('counts a silence down in attempt %i: "%s"', (attempt, text, asking) => {
    for (const type of ['connecting', 'streaming'])
      for (const purpose of ['reply', 'compaction']) {
        const state = State.parse(
          requesting({ type, ...waiting }, { attempt, purpose, turn: asking }),
        )
        const silence = { requestId: WorkId.parse('r'), since: 1_000, until: 91_000 }
        const line = statusLine(state, 22_000, 'm', silence)
        expect([line.text, line.deadline]).toEqual([text, 91_000])
        const before = { ...silence, requestId: WorkId.parse('before') }
        expect(statusLine(state, 22_000, 'm', before).text).not.toContain('Nothing')
      }
  })

  test('names every state, what moves it on, and a deadline where there is one', () => {
    for (const [, raw] of cases) {
      const line = statusLine(State.parse(raw), 0, 'm')
      expect(line.state).not.toBe('')
      expect(line.next).toMatch(/\.$/)
    }
  })

  test('a deadline that has passed shows no negative time', () => {
    const state = State.parse(requesting({ type: 'connecting', ...waiting }))
    expect(statusLine(state, 0, 'm').text).toBe('Waiting for claude-sonnet-5-5, first byte, 0 s')
  })
})

test('a long command leaves the time in sight', () => {
  const { text } = statusLine(State.parse(running('npm run check && '.repeat(9))), 43_000, 'm')
  expect(text).toMatch(/^bash: npm run check .{20,40}…, 41 s$/)
})

test('the deadline of sub-agents is that of the first that is due', () => {
  const state = State.parse(delegating({ ...works, deadline: 900_000 }, works, isDone))
  expect(statusLine(state, 0, 'm').deadline).toBe(600_000)
  expect(statusLine(State.parse(delegating(asks)), 0, 'm').deadline).toBeNull()
})
