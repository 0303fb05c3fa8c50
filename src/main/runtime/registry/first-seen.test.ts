import { expect, test } from 'vitest'
import { Activity, type ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { World } from '../fakes/world.ts'
import { ROWS_AT_ONCE } from '../commands/list-handlers.ts'
import { firstSeen, ROWS_FIRST_SEEN } from './first-seen.ts'

const idOf = (number: number): ConversationId => `c${number}` as ConversationId

/** The higher the number, the newer. */
function row(number: number, more: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    id: idOf(number),
    title: `Conversation ${number}`,
    folder: '/work',
    createdAt: number,
    // What was used last is not what is newest.
    updatedAt: -number,
    activity: 'idle',
    asks: null,
    hasBegun: true,
    isUnread: false,
    forkedFrom: null,
    isArchived: false,
    pinnedAt: null,
    rank: null,
    jobs: 0,
    worktree: null,
    ...more,
  }
}

/** One more than are seen first, the newest last; those that are named are like this. */
function list(more: Readonly<Record<number, Partial<ConversationSummary>>> = {}) {
  return Array.from({ length: ROWS_FIRST_SEEN + 1 }, (_, number) => row(number, more[number]))
}

const newest = idOf(ROWS_FIRST_SEEN)

test('a window that shows a new conversation gets the newest rows', () => {
  const { conversations, rest } = firstSeen(list(), [newest])
  expect(conversations).toEqual(list().slice(1))
  expect(rest).toEqual(list().slice(0, 1))
})

test('the oldest row comes with them if it is seen or counted: it stands out, or is a fork', () => {
  const standing: readonly Partial<ConversationSummary>[] = [
    { pinnedAt: 1 },
    { rank: 1 },
    { isUnread: true },
    { jobs: 1 },
    { forkedFrom: newest },
    ...Activity.options
      .filter((activity) => !['idle', 'unfinished', 'atLimit', 'done'].includes(activity))
      .map((activity) => ({ activity })),
  ]
  for (const more of standing)
    expect(firstSeen(list({ 0: more }), [newest]).conversations[0]).toEqual(row(0, more))
  const ofFork = list({ [ROWS_FIRST_SEEN]: { forkedFrom: idOf(0) } })
  expect(firstSeen(ofFork, [newest]).conversations[0]).toEqual(row(0))
  for (const more of [{ activity: 'unfinished' }, { activity: 'done' }, { forkedFrom: idOf(7) }])
    expect(firstSeen(list({ 0: more as object }), [newest]).conversations[0]).toEqual(row(1))
})

test('archived rows and those that have not begun take no place of those that are seen', () => {
  const { conversations } = firstSeen(list({ 7: { isArchived: true }, 8: { hasBegun: false } }), [
    newest,
  ])
  expect(conversations.map(({ id }) => id)).toContain(idOf(0))
  expect(conversations).toHaveLength(ROWS_FIRST_SEEN - 1)
})

test('the list is whole where nothing is named, a name is further down or unknown, or all are few', () => {
  const all = list()
  for (const shown of [[], [idOf(0)], [newest, idOf(0)], [idOf(999)]])
    expect(firstSeen(all, shown)).toEqual({ conversations: all, rest: [] })
  const few = all.slice(1)
  expect(firstSeen(few, [newest])).toEqual({ conversations: few, rest: [] })
})

test('a client that names nothing gets the whole list, and no other rows', async () => {
  const world = new World()
  await world.send('Hello')
  const conversations = world.registry.rows.all()
  expect(conversations).toHaveLength(1)
  const opened = await world.request('app.open', {})
  expect(opened).toMatchObject({ value: { conversations, isWhole: true } })
  const rows = { conversations: [], isWhole: true }
  expect(await world.request('list.rows', {})).toEqual({ ok: true, value: rows })
})

test('the other rows come in parts, each once', async () => {
  const world = new World()
  world.client.restOfList = Array.from({ length: ROWS_AT_ONCE + 1 }, (_, number) => row(number))
  const first = await world.request('list.rows', {})
  const last = await world.request('list.rows', {})
  if (!first.ok || !last.ok) throw new Error('not answered')
  expect([first.value.isWhole, last.value.isWhole]).toEqual([false, true])
  const ids = [...first.value.conversations, ...last.value.conversations].map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: ROWS_AT_ONCE + 1 }, (_, number) => idOf(number)))
  world.client.close()
  expect(world.client.restOfList).toEqual([])
})
