import { describe, expect, test } from 'vitest'
import { ConversationSummary } from '../../shared/conversation.ts'
import { groupByFolder, withSummary } from './list.ts'

const row = (id: string, folder: string, createdAt: number, title = id): ConversationSummary => {
  const named = { id, title, folder, createdAt, updatedAt: 9 }
  return ConversationSummary.parse({ ...named, activity: 'idle', isUnread: false })
}

describe('the conversation list', () => {
  test('a row that changes stays where it is, a new one is added', () => {
    const list = [row('a', '/x', 1), row('b', '/x', 2)]
    expect(withSummary(list, row('a', '/x', 1, 'new')).map((each) => each.title)).toEqual([
      'new',
      'b',
    ])
    expect(withSummary(list, row('c', '/y', 3))).toHaveLength(3)
  })

  test('folders and rows stand newest first, each conversation once', () => {
    const groups = groupByFolder([row('a', '/x', 1), row('b', '/y', 2), row('c', '/x', 3)])
    expect(groups.map((group) => group.folder)).toEqual(['/x', '/y'])
    expect(groups[0]?.conversations.map((each) => each.id)).toEqual(['c', 'a'])
  })
})
