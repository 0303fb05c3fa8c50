import { expect, test } from 'vitest'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import { groupByFolder } from '../../state/list.ts'
import { movedBy, movedTo, type Ranks } from './list-order.ts'

const { summary } = snapshotOf()
const row = (id: string, createdAt: number, more = {}): ConversationSummary => ({
  ...summary,
  id: ConversationId.parse(id),
  createdAt,
  hasBegun: true,
  ...more,
})
const ROWS = [
  row('new', 50),
  row('middle', 40),
  row('old', 30),
  row('pin', 20, { pinnedAt: 100 }),
  row('late', 10, { pinnedAt: 200 }),
  row('away', 60, { folder: '/elsewhere' }),
]
const HERE = groupByFolder(ROWS, 'all')
const id = (name: string): ConversationId => ConversationId.parse(name)

/** The rows of the folder after the move. */
function after(ranks: Ranks | null): readonly string[] {
  const all = ROWS.map((each) => {
    const moved = ranks?.find(({ conversationId }) => conversationId === each.id)
    return moved === undefined ? each : { ...each, rank: moved.rank }
  })
  const group = groupByFolder(all, 'all').find(({ folder }) => folder === summary.folder)
  return group?.rows.map((each) => each.id) ?? []
}

test('rows move one place within their group, and no further than the end', () => {
  expect(after(null)).toEqual(['pin', 'late', 'new', 'middle', 'old'])
  expect(after(movedBy(id('old'), -1, HERE, ROWS))).toEqual(['pin', 'late', 'new', 'old', 'middle'])
  expect(after(movedBy(id('new'), 1, HERE, ROWS))).toEqual(['pin', 'late', 'middle', 'new', 'old'])
  expect(after(movedBy(id('late'), -1, HERE, ROWS))).toEqual([
    'late',
    'pin',
    'new',
    'middle',
    'old',
  ])
  expect(movedBy(id('new'), -1, HERE, ROWS)).toBeNull()
  expect(movedBy(id('late'), 1, HERE, ROWS)).toBeNull()
})

test('a row can be dropped only on rows of its folder and its kind', () => {
  expect(after(movedTo(id('old'), id('new'), HERE, ROWS))).toEqual([
    'pin',
    'late',
    'old',
    'new',
    'middle',
  ])
  expect(after(movedTo(id('new'), id('old'), HERE, ROWS))).toEqual([
    'pin',
    'late',
    'middle',
    'old',
    'new',
  ])
  for (const target of ['new', 'pin', 'away', 'nobody'])
    expect(movedTo(id('new'), id(target), HERE, ROWS)).toBeNull()
})
