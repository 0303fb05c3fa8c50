import { expect, test } from 'vitest'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import { inboxOf, selectedIn } from './inbox-items.ts'

const row = (id: string, part: Partial<ConversationSummary> = {}): ConversationSummary =>
  ({ ...snapshotOf().summary, ...part, id }) as ConversationSummary

test('questions come first, then blocked conversations, then those done and unseen; nothing else', () => {
  const list = [
    row('done', { isUnread: true }),
    row('failed', { activity: 'failed', isUnread: true }),
    row('asks', { activity: 'asking', asks: 'approval', createdAt: 1 }),
    row('seen'),
    row('works', { activity: 'answering', isUnread: true }),
    row('asks later', { activity: 'asking', asks: 'answer', createdAt: 2, isArchived: true }),
    row('unfinished', { activity: 'unfinished', isUnread: true, createdAt: 9 }),
  ]
  const ids = inboxOf(list).map(({ id }) => id)
  expect(ids).toEqual(['asks later', 'asks', 'failed', 'unfinished', 'done'])
})

/** An id that ends in a question mark is of one that asks. */
const items = (names: readonly string[]) =>
  names.map((name) => ({
    id: name.replace('?', '') as ConversationId,
    asks: name.endsWith('?') ? ('approval' as const) : null,
  }))

test.each([
  ['stays while it waits', 'b', ['a', 'b', 'c'], ['c', 'b'], 'b'],
  ['is followed by the next', 'b', ['a', 'b', 'c'], ['a', 'c'], 'c'],
  ['is followed by the next that is left', 'a', ['a', 'b', 'c'], ['c'], 'c'],
  ['is followed by the last where it was last', 'c', ['a', 'b', 'c'], ['a', 'b'], 'b'],
  [
    'is followed by the next if it is done as soon as it is answered',
    'a',
    ['a?', 'b?'],
    ['b?', 'a'],
    'b',
  ],
  [
    'is followed by the one before if it was the last and is done',
    'b',
    ['a?', 'b?'],
    ['a?', 'b'],
    'a',
  ],
  ['stays where it is the only one, answered or not', 'a', ['a?'], ['a'], 'a'],
  ['stays while it asks again', 'a', ['a?', 'b?'], ['a?', 'b?'], 'a'],
  ['is the first at first', null, [], ['a', 'b'], 'a'],
  ['is none where nothing waits', 'a', ['a'], [], null],
])('what is open %s', (_, chosen, before, now, expected) => {
  expect(selectedIn(items(now), chosen as ConversationId | null, items(before))).toBe(expected)
})
