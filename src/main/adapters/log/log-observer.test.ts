import { expect, test } from 'vitest'
import type { ConversationId, TurnId, WorkId } from '../../../shared/ids.ts'
import type { TelemetryEvent } from '../../runtime/ports/observer.ts'
import { createLogObserver } from './log-observer.ts'

const OF = { conversationId: 'c1' as ConversationId, parent: null, at: 1 }
const REQUEST = {
  type: 'requestEnded',
  requestId: 'w1' as WorkId,
  purpose: 'reply',
  endpoint: 'anthropic',
  model: 'claude-test',
  attempt: 2,
  end: null,
  usage: null,
  firstByteMs: null,
  ms: 30,
} as const

function linesOf(...events: readonly TelemetryEvent[]): readonly unknown[] {
  const lines: unknown[] = []
  const write = (...line: readonly unknown[]): void => void lines.push(line)
  const observer = createLogObserver({ write, warn: () => expect.fail() })
  for (const event of events) observer.observe(OF, event)
  return lines
}

test('a line has the conversation and the known facts; a failure is a warning', () => {
  const usage = { inputTokens: 3, outputTokens: 4, cacheReadTokens: 5, cacheWriteTokens: 6 }
  const turnId = 't1' as TurnId
  expect(
    linesOf(
      { ...REQUEST, outcome: 'overloaded' },
      { ...REQUEST, outcome: 'responded', end: 'endTurn', usage, firstByteMs: 7 },
      { type: 'turnEnded', turnId, outcome: 'failed', why: 'auth', ms: 9 },
    ),
  ).toMatchObject([
    ['warn', 'request ended', { conversationId: 'c1', outcome: 'overloaded', attempt: 2, ms: 30 }],
    ['info', 'request ended', { outcome: 'responded', end: 'endTurn', firstByteMs: 7, ...usage }],
    ['warn', 'turn ended', { turnId: 't1', outcome: 'failed', why: 'auth', ms: 9 }],
  ])
})

test('a slow commit is logged as a warning; a failed one was reported by the store', () => {
  const commit = { type: 'committed', steps: 1, fault: null } as const
  expect(
    linesOf({ ...commit, ms: 99 }, { ...commit, ms: 100 }, { ...commit, ms: 1, fault: 'full' }),
  ).toMatchObject([
    ['debug', 'committed', { ms: 99 }],
    ['warn', 'slow commit', { ms: 100, steps: 1 }],
  ])
})
