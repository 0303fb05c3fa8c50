import { expect, test } from 'vitest'
import { DEFAULT_CAPS } from '../machine/context.ts'
import type { CallId, MessageId, TurnId } from '../../../shared/ids.ts'
import { spawn } from '../testing/test-calls.ts'
import { submitted, Walk, type Walked } from '../testing/test-walk.ts'

/** A sub-agent whose next request is its last. */
function atLastRequest(): Walk {
  return Walk.child({ caps: { ...DEFAULT_CAPS, requestsPerChild: 0 } }).ask()
}

test('a final reply that the model refused is not a result, whatever it says', () => {
  const step = atLastRequest().answer('I cannot', { end: 'refusal' })
  expect(step.state).toMatchObject({ type: 'llmRequesting', phase: { type: 'backoff' } })
  expect(step.messages).toEqual([])
})

test('thinking of a sub-agent is not part of its result', () => {
  const thinking = { type: 'thinking', text: 'Hm.', signature: null } as const
  const step = atLastRequest().reply([thinking, { type: 'text', text: 'Done.' }], [], {})
  expect(step.state).toEqual({ type: 'completed', result: 'Done.' })
})

function durationOf(step: Walked): unknown {
  const result = step.messages.find(({ content }) => content.type === 'tool')?.content
  return result?.type === 'tool' ? result.durationMs : 'no result'
}

test('a call of sub-agents counts as one call, and its result says how long they took', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look'))
  expect(walk.in('awaitingSubAgents').turn.toolCalls).toBe(1)
  walk.at += 70
  expect(durationOf(walk.child(0, submitted('Found')))).toBe(70)
})

test('the duration of sub-agents interrupted by quitting is unknown', () => {
  const openTurn = { id: 't' as TurnId, goal: 'reply', unfinished: null } as const
  const was = { type: 'delegated', children: [] } as const
  const callId = `${'r' as MessageId}.0` as CallId
  const openCalls = [{ callId, was }]
  const step = new Walk().take({ type: 'recovered', openTurn, rested: null, openCalls })
  expect(durationOf(step)).toBeNull()
})
