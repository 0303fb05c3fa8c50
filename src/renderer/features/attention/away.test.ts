import { expect, test } from 'vitest'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import { newsSince, wordsOfAway } from './away.ts'

function row(id: string, given: Partial<ConversationSummary>): ConversationSummary {
  const summary = { ...snapshotOf().summary, id: id as ConversationId }
  return { ...summary, hasBegun: true, isUnread: true, updatedAt: 20, ...given }
}

const LIST = [
  row('done', { activity: 'idle', updatedAt: 30 }),
  row('asks', { activity: 'asking', asks: 'approval', isUnread: false }),
  row('failed', { activity: 'failed' }),
  row('interrupted', { activity: 'unfinished' }),
  row('done later', { activity: 'idle', updatedAt: 40 }),
  row('seen', { activity: 'idle', isUnread: false }),
  row('before', { activity: 'idle', updatedAt: 10 }),
  row('at work', { activity: 'answering' }),
  row('archived', { activity: 'idle', isArchived: true }),
]

test('questions come first, then failures, then finished ones; what was seen, or is old, is left out', () => {
  const news = newsSince(15, LIST)
  expect(news.map(({ row: { id } }) => id)).toEqual([
    'asks',
    'failed',
    'interrupted',
    'done later',
    'done',
  ])
  expect(wordsOfAway(news)).toBe('1 needs you, 1 failed, 1 is unfinished, 2 are done')
})

test('without news there is no text', () => {
  expect(wordsOfAway(newsSince(100, LIST))).toBe('')
})
