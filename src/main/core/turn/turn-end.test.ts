import { expect, test } from 'vitest'
import { type ConversationState, IDLE } from '../../../shared/conversation/conversation-state.ts'
import { awaitedBy } from './awaited.ts'
import type { Input } from '../machine/event.ts'
import { take } from '../testing/test-steps.ts'
import { Walk } from '../testing/test-walk.ts'

function after(state: ConversationState, input: Input): ConversationState {
  return take(state, input).state
}

/** A summary was asked for by hand, and the request is under way. */
function compacting(): ConversationState {
  const asked = after(IDLE, { type: 'compactRequested' })
  const [timerId] = awaitedBy(asked).timers
  if (timerId === undefined) throw new Error('no timer')
  return after(asked, { type: 'timerFired', timerId })
}

test('Retry after a failed disk requests the summary again, and no reply', () => {
  const failed = after(compacting(), { type: 'storeFailed', fault: 'io' })
  expect(failed).toMatchObject({ type: 'error', resume: 'compaction', goal: 'compaction' })
  const retried = after(failed, { type: 'retryRequested' })
  expect(retried).toMatchObject({ purpose: 'compaction', turn: { goal: 'compaction' } })
})

test('Retry after lost work requests the summary again, and no reply', () => {
  const state = compacting()
  const [workId] = awaitedBy(state).works
  if (workId === undefined) throw new Error('no work')
  const failed = after(state, { type: 'workLost', workId })
  expect(failed).toMatchObject({ type: 'error', resume: 'compaction', goal: 'compaction' })
})

test('a manual summary after a failed one leaves no reply to continue', () => {
  const failed = after(compacting(), { type: 'storeFailed', fault: 'io' })
  const again = after(failed, { type: 'compactRequested' })
  expect(again).toMatchObject({ turn: { goal: 'compaction', unfinished: null } })
})

test('a repeated summary keeps what was unfinished; a repeated reply has nothing to keep', () => {
  const walk = new Walk().ask()
  walk.cancel()
  const { unfinished } = walk.in('idle')
  expect(unfinished).toMatchObject({ cause: 'userCancel' })
  walk.take({ type: 'compactRequested' })
  walk.fireTimer()
  walk.fail('auth')
  walk.take({ type: 'retryRequested' })
  expect(walk.in('awaitingLlm').turn.unfinished).toEqual(unfinished)
  const other = new Walk().ask()
  other.fail('auth')
  other.take({ type: 'retryRequested' })
  expect(other.in('awaitingLlm').turn.unfinished).toBeNull()
})
