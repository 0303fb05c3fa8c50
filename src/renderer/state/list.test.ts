import { describe, expect, test } from 'vitest'
import { Activity, ConversationSummary } from '../../shared/conversation/conversation.ts'
import {
  countNeedingYou,
  createGrouping,
  groupByFolder,
  needsYou,
  rowsShown,
  withoutRow,
  withRow,
} from './list.ts'

const row = (id: string, folder: string, createdAt: number, title = id): ConversationSummary => {
  const named = { id, title, folder, createdAt, updatedAt: 9 }
  return ConversationSummary.parse({
    ...named,
    activity: 'idle',
    asks: null,
    hasBegun: true,
    isUnread: false,
    forkedFrom: null,
    worktree: null,
    isArchived: false,
    pinnedAt: null,
    rank: null,
    jobs: 0,
  })
}

const rowAs = (
  id: string,
  createdAt: number,
  activity: Activity,
  isUnread = false,
): ConversationSummary => ({ ...row(id, '/x', createdAt), activity, isUnread })

describe('the conversation list', () => {
  test('a changed row stays in place, a new one is added', () => {
    const list = [row('a', '/x', 1), row('b', '/x', 2)]
    expect(withRow(list, row('a', '/x', 1, 'new')).map((each) => each.title)).toEqual(['new', 'b'])
    expect(withRow(list, row('c', '/y', 3))).toHaveLength(3)
  })

  test('folders and rows are newest first, each conversation once', () => {
    const groups = groupByFolder([row('a', '/x', 1), row('b', '/y', 2), row('c', '/x', 3)], 'all')
    expect(groups.map((group) => group.folder)).toEqual(['/x', '/y'])
    expect(groups[0]?.rows).toEqual([
      { id: 'c', index: 2 },
      { id: 'a', index: 0 },
    ])
  })
})

test('a conversation in a worktree is listed under the folder that the worktree was made from', () => {
  const worktree = { branch: 'login', repository: '/x' }
  const inTree = { ...row('c', '/x-worktrees/login', 3), worktree }
  const list = [row('a', '/x', 1), row('b', '/y', 2), inTree]
  const places = groupByFolder(list, 'all').map(({ folder, rows }) => [
    folder,
    rows.map(({ id }) => id),
  ])
  expect(places).toEqual([
    ['/x', ['c', 'a']],
    ['/y', ['b']],
  ])
  const group = createGrouping()
  group(list, 'all')
  const ended = { ...inTree, worktree: null }
  expect(group(list.with(2, ended), 'all')[0]?.folder).toBe('/x-worktrees/login')
})

const needing = (isUnread: boolean): readonly Activity[] =>
  Activity.options.filter((activity) => needsYou(rowAs('a', 1, activity, isUnread)))

describe('a conversation that waits for a person', () => {
  test('asks, cannot continue by itself, or has come to rest unseen', () => {
    expect(needing(false).toSorted()).toEqual(['asking', 'contextFull', 'failed', 'setAside'])
    const unseen = needing(true).filter((each) => !needing(false).includes(each))
    expect(unseen.toSorted()).toEqual(['atLimit', 'done', 'idle', 'unfinished'])
  })

  test('is counted, unless it has not begun', () => {
    const list = [rowAs('a', 1, 'failed'), rowAs('b', 2, 'idle'), rowAs('c', 3, 'asking')]
    expect(countNeedingYou(list)).toBe(2)
    expect(countNeedingYou([{ ...rowAs('a', 1, 'idle', true), hasBegun: false }])).toBe(0)
    expect(countNeedingYou([])).toBe(0)
  })
})

describe('the groups of a changing list', () => {
  const before = [
    rowAs('a', 1, 'idle'),
    rowAs('b', 2, 'answering'),
    row('c', '/y', 3),
    { ...row('d', '/x', 4), hasBegun: false },
  ]
  const changed = (index: number, change: Partial<ConversationSummary>) =>
    before.map((each, at) => (at === index ? { ...each, ...change } : each))

  test('are the same objects if no row appears, disappears or moves', () => {
    const group = createGrouping()
    const groups = group(before, 'all')
    const news = {
      activity: 'asking',
      title: 'new',
      isUnread: true,
      jobs: 2,
      updatedAt: 99,
    } as const
    expect(group(changed(0, news), 'all')).toBe(groups)
  })

  test.each([
    ['is pinned', 0, { pinnedAt: 9 }, 'all'],
    ['is archived', 0, { isArchived: true }, 'all'],
    ['goes to another folder', 0, { folder: '/y' }, 'all'],
    ['begins', 3, { hasBegun: true }, 'all'],
    ['is made at another time', 0, { createdAt: 9 }, 'all'],
    ['begins to wait for a person', 0, { activity: 'asking' }, 'needsYou'],
    ['comes to rest', 1, { activity: 'idle' }, 'running'],
  ] as const)('are those of the new list if a row %s', (_, index, change, filter) => {
    const group = createGrouping()
    group(before, filter)
    const now = changed(index, change)
    expect(group(now, filter)).toEqual(groupByFolder(now, filter))
    expect(groupByFolder(now, filter)).not.toEqual(groupByFolder(before, filter))
  })

  test('are those of the new list if it is longer, shorter or in another order, and of another filter', () => {
    const group = createGrouping()
    group(before, 'all')
    for (const now of [[...before, row('e', '/x', 4)], before.slice(1), before.toReversed()])
      expect(group(now, 'all')).toEqual(groupByFolder(now, 'all'))
    expect(group(before, 'running')).toEqual(groupByFolder(before, 'running'))
  })
})

describe('the displayed list', () => {
  test('pinned rows come first in their folder, in the order in which they were pinned', () => {
    const list = [
      row('old', '/x', 1),
      { ...row('second', '/x', 2), pinnedAt: 9 },
      row('new', '/x', 4),
      { ...row('first', '/x', 3), pinnedAt: 8 },
    ]
    const [group] = groupByFolder(list, 'all')
    expect(group?.rows.map(({ id }) => id)).toEqual(['first', 'second', 'new', 'old'])
  })

  test('archived rows are under their filter, and wherever they need someone or run', () => {
    const archived = { isArchived: true } as const
    const list = [
      rowAs('idle', 1, 'idle'),
      rowAs('unread', 2, 'idle', true),
      rowAs('busy', 3, 'runningTool'),
      { ...rowAs('job', 4, 'idle'), jobs: 1 },
      { ...rowAs('put away', 5, 'idle'), ...archived },
      { ...rowAs('asks', 6, 'asking'), ...archived },
      { ...rowAs('works', 7, 'answering'), ...archived },
      { ...rowAs('not begun', 8, 'idle', true), hasBegun: false, jobs: 1 },
      { ...rowAs('not begun, put away', 9, 'idle'), hasBegun: false, ...archived },
    ]
    const shown = (filter: Parameters<typeof rowsShown>[1]): readonly string[] =>
      rowsShown(list, filter).map(({ id }) => id)
    expect(shown('all')).toEqual(['idle', 'unread', 'busy', 'job'])
    expect(shown('needsYou')).toEqual(['unread', 'asks'])
    expect(shown('running')).toEqual(['busy', 'job', 'works'])
    expect(shown('archived')).toEqual(['put away', 'asks', 'works'])
  })

  test('a removed row is gone, even if removed twice', () => {
    const list = [row('a', '/x', 1), row('b', '/x', 2)]
    const [first] = list
    if (first === undefined) throw new Error('no row')
    expect(withoutRow(list, first.id).map(({ id }) => id)).toEqual(['b'])
    expect(withoutRow(withoutRow(list, first.id), first.id)).toHaveLength(1)
  })
})
