import { expect, test } from 'vitest'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import { NO_SPEND, type Spend } from '../../../shared/models/price.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { changedSince, newsSince, wordsOfAway, wordsOfDone } from './away.ts'

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
  expect(wordsOfAway(news)).toBe('1 needs you, 1 failed, 1 unfinished, 2 done')
})

test('without news there is no text', () => {
  expect(wordsOfAway(newsSince(100, LIST))).toBe('')
})

function spent(usd: number, unpricedTokens = 0): Spend {
  return { usage: { ...NO_USAGE, inputTokens: 1_200 }, usd, unpricedTokens }
}

test('what was spent and changed is said as far as it is known; nothing if there was nothing', () => {
  expect(wordsOfDone({ spend: spent(0.084), files: 3 })).toBe('Spent $0.084, 3 files changed')
  expect(wordsOfDone({ spend: spent(0, 1_200), files: 1 })).toBe(
    'Spent 1,200 tokens, 1 file changed',
  )
  expect(wordsOfDone({ spend: NO_SPEND, files: 0 })).toBe('')
})

test('only conversations that changed meanwhile are looked at', () => {
  const changed = [...LIST].filter(({ updatedAt }) => updatedAt > 20).map(({ id }) => id)
  expect([...changedSince(20, LIST)].toSorted()).toEqual(changed.toSorted())
  expect(changedSince(100, LIST)).toEqual([])
})
