import { expect, test } from 'vitest'
import {
  eventOf,
  IDLE_STATE,
  personMessage,
  snapshotOf,
  stepOf,
  streamedOf,
  streamingState,
  toolState,
} from '../../../../client/fakes/samples.ts'
import {
  applyEvent,
  type ConversationView,
  viewOf,
} from '../../../../client/conversation/conversation-view.ts'
import { awaitsFirstWords, wordsOfNotKept, unstoredReplyOf } from './shown-items.ts'
import { threadItems, withUnstoredReply } from '../../../../client/items/thread-items.ts'

function after(view: ConversationView, event: ReturnType<typeof eventOf>): ConversationView {
  const applied = applyEvent(view, event)
  return applied.type === 'changed' ? applied.view : view
}

test('R5: a stopped answer is drawn whole, exactly as it was streamed: the same parts under the same keys', () => {
  const words = '**More** than can be folded. '.repeat(1_000)
  const asked = snapshotOf({ state: streamingState(), messages: [personMessage(1)] })
  const streaming = after(viewOf(asked), streamedOf(0, words))
  const stopped = after(streaming, stepOf(10, 11))
  const items = [streaming, stopped].map((view) =>
    withUnstoredReply(threadItems(view.messages, view.streamedAs), unstoredReplyOf(view)),
  )
  expect(stopped.reply).toBeNull()
  expect(JSON.stringify(items[1])).toContain(words)
  expect(items[1]).toEqual(items[0])
})

test('its description fits what comes next', () => {
  expect(wordsOfNotKept(streamingState())).toContain('answers again')
  expect(wordsOfNotKept(IDLE_STATE)).toContain('until the conversation continues')
})

test('an animation shows where the answer will appear, from the question to its first words', () => {
  const asked = viewOf(snapshotOf({ state: streamingState(), messages: [personMessage(1)] }))
  expect(awaitsFirstWords(asked)).toBe(true)
  expect(awaitsFirstWords(after(asked, streamedOf(0, 'I')))).toBe(false)
  expect(awaitsFirstWords({ ...asked, state: IDLE_STATE })).toBe(false)
  expect(awaitsFirstWords({ ...asked, state: toolState() })).toBe(false)
  const { state } = asked
  if (state.type !== 'llmRequesting') throw new Error('no request')
  expect(awaitsFirstWords({ ...asked, state: { ...state, purpose: 'compaction' } })).toBe(false)
  const phase = {
    type: 'backoff',
    retryAt: 9,
    kind: 'overloaded',
    message: '',
    patienceMs: null,
  } as const
  expect(awaitsFirstWords({ ...asked, state: { ...state, phase } })).toBe(false)
})
