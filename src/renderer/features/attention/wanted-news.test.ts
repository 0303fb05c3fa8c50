import { expect, test } from 'vitest'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import { withKind, wordsOfNews } from './wanted-news.ts'

const row = (part: Partial<ConversationSummary>): ConversationSummary => ({
  ...snapshotOf().summary,
  ...part,
})

test('a kind of news is wanted or not, independently of the others', () => {
  const some = { kinds: ['approval', 'error'], hasSound: false } as const
  expect(withKind(some, 'done', true)).toEqual({ ...some, kinds: ['done', 'approval', 'error'] })
  expect(withKind(some, 'approval', false)).toEqual({ ...some, kinds: ['error'] })
  expect(withKind(some, 'approval', true)).toEqual(some)
})

test.each([
  ['done', {}, 'Done'],
  ['approval', { asks: 'approval' }, 'Needs your approval'],
  ['question', { asks: 'answer' }, 'Asks you a question'],
  ['question', { asks: 'moreTime' }, 'Asks for more time'],
  ['question', { activity: 'atLimit' }, 'Stopped at a limit: continue?'],
  ['error', { activity: 'failed' }, 'Failed'],
  ['error', { activity: 'contextFull' }, 'Too long for its model'],
  ['error', { activity: 'setAside' }, 'Set aside: open it to see why'],
] as const)('news of %s with %j: %s', (kind, part, words) => {
  expect(wordsOfNews({ kind, row: row(part) })).toBe(words)
})
