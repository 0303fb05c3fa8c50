import { expect, test } from 'vitest'
import { ConversationSummary, IN_THE_LIST } from '../../../shared/conversation/conversation.ts'
import { forksOf } from './forks.ts'

function summary(id: string, createdAt: number, forkedFrom: string | null): ConversationSummary {
  const named = { id, title: id, folder: '/work', createdAt, updatedAt: createdAt }
  const rest = {
    activity: 'idle',
    asks: null,
    hasBegun: true,
    isUnread: false,
    forkedFrom,
    jobs: 0,
    worktree: null,
    ...IN_THE_LIST,
  }
  return ConversationSummary.parse({ ...named, ...rest })
}

test('a fork knows its origin, and the origin its forks, oldest first', () => {
  const root = summary('a', 1, null)
  const late = summary('b', 3, 'a')
  const early = summary('c', 2, 'a')
  const list = [late, early, root, summary('d', 4, null)]
  expect(forksOf(root, list)).toEqual({ from: null, to: [early, late] })
  expect(forksOf(late, list)).toEqual({ from: root, to: [] })
})
