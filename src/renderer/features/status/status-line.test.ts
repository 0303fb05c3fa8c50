import { describe, expect, test } from 'vitest'
import { WorkId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { StateView } from '../../../shared/conversation/state-view.ts'
import {
  agentMessage,
  askedCall,
  askingState,
  delegatingState,
  replyWith,
  SAMPLE_TURN,
  spawningReply,
  toolState,
} from '../../../client/fakes/samples.ts'
import { statusLine, timeOfLine } from './status-line.ts'

const withFallback = { ...SAMPLE_TURN, model: 'claude-haiku-5', insteadOf: 'claude-sonnet-5-5' }
const again = 'again'
const requesting = (phase: unknown, more: object = {}): unknown => ({
  type: 'llmRequesting',
  purpose: 'reply',
  attempt: 2,
  phase,
  ...more,
})
const waiting = { requestId: 'r', deadline: 90_000, since: 1_000, ifSilent: again }
const asking = (answered: readonly string[], ...commands: readonly string[]): Case => {
  const calls = commands.map((command, index) => askedCall(`m2.${index}`, command))
  return { state: askingState(answered, ...calls), messages: [replyWith(...calls)] }
}
const delegating = (...phases: readonly object[]): Case => ({
  state: { ...delegatingState(...phases), startedAt: 2_000 },
  messages: [spawningReply(phases.length)],
})
const works = { type: 'working', deadline: 600_000 }
const isDone = { type: 'ended', outcome: 'completed', messageId: 'm' }
const asks = { type: 'asking', left: 5_000 }
const running = (command: string, edit: object = {}): Case => ({
  state: { ...toolState(), startedAt: 2_000, ...edit },
  messages: [replyWith(askedCall('m2.0', command))],
})
const questioning = (question: string): Case => {
  const input = { type: 'object', value: { question } }
  const call = { type: 'toolCall', providerCallId: 'p', name: 'ask_user', input }
  const state = { type: 'awaitingAnswer', callId: 'm2.0', behind: 0 }
  return { state, messages: [agentMessage(2, [call])] }
}
const cancelling = (what: readonly string[]): Case => ({
  state: { type: 'cancelling', turnId: 't', what, deadline: 9 },
})
const fault = (kind: string): Case => ({
  state: { type: 'error', kind, message: 'm', retryAt: null },
})

interface Case {
  readonly state: unknown
  readonly turn?: typeof SAMPLE_TURN
  readonly messages?: readonly Message[]
}

/** The input of the line. The next turn would use claude-opus-5. */
function shown({ state, turn = SAMPLE_TURN, messages = [] }: Case) {
  return { state: StateView.parse(state), turn, messages, model: 'claude-opus-5', silence: null }
}

const cases: readonly (readonly [string, Case])[] = [
  ['Idle', { state: { type: 'idle', unfinished: null } }],
  ['Idle', { state: { type: 'idle', unfinished: 'restart' } }],
  [
    'About to ask Claude Sonnet 5.5',
    { state: { type: 'awaitingLlm', purpose: 'reply', dueAt: 1 } },
  ],
  [
    'Waiting for Claude Sonnet 5.5, first byte, 12 s',
    { state: requesting({ type: 'connecting', ...waiting }) },
  ],
  [
    'Claude Sonnet 5.5 is answering, 12 s',
    { state: requesting({ type: 'streaming', ...waiting }) },
  ],
  [
    'Claude Haiku 5 is answering instead of Claude Sonnet 5.5, 12 s',
    { state: requesting({ type: 'streaming', ...waiting }), turn: withFallback },
  ],
  [
    'The scripted demo is answering, 12 s',
    {
      state: requesting({ type: 'streaming', ...waiting }),
      turn: { ...SAMPLE_TURN, model: 'demo' },
    },
  ],
  [
    'Retry 2 of 3 in 8 s: overloaded',
    {
      state: requesting({
        type: 'backoff',
        retryAt: 20_400,
        kind: 'overloaded',
        message: 'The provider is overloaded.',
        patienceMs: null,
      }),
    },
  ],
  [
    'Keeps trying, attempt 7 in 4 m 10 s: overloaded',
    {
      state: requesting(
        {
          type: 'backoff',
          retryAt: 263_000,
          kind: 'overloaded',
          message: 'The provider is overloaded.',
          patienceMs: 2_700_000,
        },
        { attempt: 7 },
      ),
    },
  ],
  ['Needs your answer: Which database?', questioning('Which database?\nThere are two.')],
  ['Running npm test, 11 s', running('npm test')],
  ['Running npm run check, 11 s', running('npm test', { editedTo: 'npm run check' })],
  ['Running cd a …, 11 s', running('cd a\nnpm test')],
  ['A call, 11 s', { ...running('npm test'), messages: [] }],
  ['Needs your approval: Run rm x', asking([], 'rm x')],
  ['Needs your approval: Run rm z and 1 more', asking(['m2.0'], 'rm x', 'rm z', 'rm w')],
  ['2 sub-agents, 1 done, 11 s', delegating(works, isDone)],
  ['1 sub-agent, 0 done, 11 s', delegating(works)],
  ['Needs your approval: sub-agent: Task 1 and 1 more, 11 s', delegating(works, asks, asks)],
  [
    'Summarising the conversation, 12 s',
    { state: requesting({ type: 'streaming', ...waiting }, { purpose: 'compaction' }) },
  ],
  [
    'The conversation is too long for Claude Opus 5',
    { state: { type: 'contextExhausted', choices: ['compact', 'retry'] } },
  ],
  ['Done', { state: { type: 'completed' } }],
  ['Stopped', { state: { type: 'failed', reason: 'cancelled', message: 'm.' } }],
  ['Not done', { state: { type: 'failed', reason: 'unsuccessful', message: 'm.' } }],
  ['Failed: overloaded', { state: { type: 'failed', reason: 'overloaded', message: 'm.' } }],
  ['Stopping: sleep 1000', cancelling(['sleep 1000'])],
  ['Stopping', cancelling([])],
  ['Stopped: the API key was refused', fault('auth')],
  ['Stopped: overloaded', fault('overloaded')],
]

describe('R30: the status line', () => {
  // covers REQ-BED-006.1c
  test.each(cases)('says "%s"', (text, of) => {
    expect(statusLine(shown(of), 13_000).text).toBe(text)
  })

  test.each([
    [again, 'trying again'],
    ['fallback', 'asking Claude Haiku 5'],
    ['none', 'giving up'],
  ])('counts a silence down to %s: "%s"', (ifSilent, words) => {
    for (const type of ['connecting', 'streaming'])
      for (const purpose of ['reply', 'compaction']) {
        const state = requesting({ type, ...waiting, ifSilent }, { purpose })
        const silence = { requestId: WorkId.parse('r'), since: 1_000, until: 91_000 }
        const turn = { ...SAMPLE_TURN, fallback: 'claude-haiku-5' }
        const line = statusLine({ ...shown({ state, turn }), silence }, 22_000)
        const text = `Nothing from Claude Sonnet 5.5 for 21 s, ${words} in 1 m 9 s`
        expect([line.text, line.deadline]).toEqual([text, 91_000])
        const before = { ...silence, requestId: WorkId.parse('before') }
        const other = statusLine({ ...shown({ state }), silence: before }, 22_000)
        expect(other.text).not.toContain('Nothing')
      }
  })

  test('R30 names every state, what ends it, and a deadline if there is one', () => {
    for (const [, of] of cases) {
      const line = statusLine(shown(of), 0)
      expect(line.state).not.toBe('')
      expect(line.next).toMatch(/\.$/)
    }
  })

  test('a deadline that has passed shows no negative time', () => {
    const state = requesting({ type: 'connecting', ...waiting })
    const { text } = statusLine(shown({ state }), 0)
    expect(text).toBe('Waiting for Claude Sonnet 5.5, first byte, 0 s')
  })
})

test('a long command leaves the time visible', () => {
  const { text } = statusLine(shown(running('npm run check && '.repeat(9))), 43_000)
  expect(text).toMatch(/^Running npm run check .{20,40}…, 41 s$/)
})

test('the deadline of sub-agents is the earliest', () => {
  const state = delegating({ ...works, deadline: 900_000 }, works, isDone)
  expect(statusLine(shown(state), 0).deadline).toBe(600_000)
  expect(statusLine(shown(delegating(asks)), 0).deadline).toBeNull()
})

describe('the clock of the line', () => {
  const NOW = 13_000
  const isRunning = (of: Case): boolean => {
    let reads = 0
    const time = {
      get current() {
        reads += 1
        return NOW
      },
    }
    expect(timeOfLine(shown(of), { now: () => NOW }, time)).toBe(NOW)
    return reads > 0
  }
  const limited = questioning('Which port?')
  const asked = { number: 1, by: 'forge', question: { question: 'Which port?' }, deadline: 90_000 }
  const others: readonly Case[] = [
    { ...limited, state: { ...(limited.state as object), asked } },
    { state: { type: 'error', kind: 'rateLimit', message: 'm', retryAt: 90_000 } },
    delegating(asks),
  ]

  test('runs while the line shows a running time or a deadline, and not otherwise', () => {
    const all = [...cases.map(([, of]) => of), ...others]
    const running = all.map((of) => {
      const line = statusLine(shown(of), NOW)
      const isTimed = line.deadline !== null || line.text !== statusLine(shown(of), 20_000).text
      expect([line.text, isRunning(of)]).toEqual([line.text, isTimed])
      return shown(of).state.type
    })
    expect(new Set(running)).toContain('cancelling')
  })

  test('stops once the time of a failed turn has come', () => {
    const retryAt = NOW
    expect(isRunning({ state: { type: 'error', kind: 'rateLimit', message: 'm', retryAt } })).toBe(
      false,
    )
  })
})

test.each([
  [1, ' 1 more is waiting behind it.'],
  [2, ' 2 more are waiting behind it.'],
])('%i calls behind the running one', (behind, words) => {
  const { next } = statusLine(shown(running('npm test', { behind })), 0)
  expect(next).toBe(`The end of the call, or its deadline.${words}`)
})
