import { expect, test } from 'vitest'
import type { ClientEventOf } from '../../shared/protocol/events.ts'
import { ConversationId, WorkId } from '../../shared/ids.ts'
import { chunk, LiveReply } from './live-reply.ts'

function heard(text: string, request = 'r1'): ClientEventOf<'conversation.streamed'> {
  return {
    type: 'conversation.streamed',
    conversationId: ConversationId.parse('c1'),
    epoch: 1,
    requestId: WorkId.parse(request),
    part: 'text',
    from: 0,
    text,
  }
}

test('a saved reply adds only what the client does not have', () => {
  const live = new LiveReply()
  expect(live.add(heard('Hel'))).toEqual([chunk('text', 'Hel')])
  expect(live.rest({ thinking: 'So.', text: 'Hello' })).toEqual([
    chunk('thinking', 'So.'),
    chunk('text', 'lo'),
  ])
  expect(live.rest({ thinking: '', text: 'Next' })).toEqual([chunk('text', 'Next')])
})

test('a repeated request starts a new paragraph', () => {
  const live = new LiveReply()
  live.add(heard('Half'))
  expect(live.add(heard('Wh', 'r2'))).toEqual([chunk('text', '\n\nWh')])
  expect(live.rest({ thinking: '', text: 'Whole' })).toEqual([chunk('text', 'ole')])
})

test('a reply that differs from what was streamed is sent whole', () => {
  const live = new LiveReply()
  live.add(heard('Half'))
  expect(live.rest({ thinking: '', text: 'Whole' })).toEqual([chunk('text', '\n\nWhole')])
})
