import { expect, test, vi } from 'vitest'
import { Activity, type ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { append, user } from '../fakes/contracts/store-samples.ts'
import { World } from '../fakes/world.ts'
import { firstSeen, ROWS_FIRST_SEEN } from './first-seen.ts'
import { ROWS_AT_ONCE } from './list-rows.ts'

const idOf = (number: number): ConversationId => `of-${number}` as ConversationId

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
  expect(firstSeen(list(), [newest])).toEqual(list().slice(1))
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
    expect(firstSeen(list({ 0: more }), [newest])?.[0]).toEqual(row(0, more))
  const ofFork = list({ [ROWS_FIRST_SEEN]: { forkedFrom: idOf(0) } })
  expect(firstSeen(ofFork, [newest])?.[0]).toEqual(row(0))
  for (const more of [{ activity: 'unfinished' }, { activity: 'done' }, { forkedFrom: idOf(7) }])
    expect(firstSeen(list({ 0: more as object }), [newest])?.[0]).toEqual(row(1))
})

test('archived rows and those that have not begun take no place of those that are seen', () => {
  const rows = firstSeen(list({ 7: { isArchived: true }, 8: { hasBegun: false } }), [newest])
  expect(rows?.map(({ id }) => id)).toContain(idOf(0))
  expect(rows).toHaveLength(ROWS_FIRST_SEEN - 1)
})

test('a window that shows a row further down, or an unknown one, needs the whole list', () => {
  for (const shown of [[idOf(0)], [newest, idOf(0)], [idOf(999)]])
    expect(firstSeen(list(), shown)).toBeNull()
})

/** A world with conversations that have begun, the newest last, and its own. */
function worldWith(count: number): World {
  const world = new World()
  for (let number = 0; number < count; number++) {
    const id = idOf(number)
    const made = { id, folder: '/work', permissionMode: 'ask', at: number } as const
    if (!world.store.createConversation(made).ok) throw new Error(`${id} was not made`)
    append(world.store, { conversationId: id, at: number, messages: [user(`m${number}`)] })
  }
  return world
}

async function opened(world: World, shownFirst: readonly ConversationId[]) {
  const answer = await world.request('app.open', shownFirst.length === 0 ? {} : { shownFirst })
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

async function otherRows(world: World): Promise<readonly ConversationId[]> {
  const ids: ConversationId[] = []
  for (;;) {
    const answer = await world.request('list.rows', {})
    if (!answer.ok) throw new Error(answer.error.message)
    ids.push(...answer.value.conversations.map(({ id }) => id))
    if (answer.value.isWhole) return ids
  }
}

test('a client that names nothing, or has few conversations, gets the whole list, and no other rows', async () => {
  const many = worldWith(ROWS_FIRST_SEEN + 50)
  for (const [world, shown] of [
    [many, []],
    [worldWith(3), [idOf(2)]],
  ] as const) {
    const { conversations, isWhole } = await opened(world, shown)
    expect([conversations, isWhole]).toEqual([world.registry.rows.all(), true])
    expect(await otherRows(world)).toEqual([])
  }
})

test('the other rows come in parts, each once, and none that was deleted meanwhile', async () => {
  const count = ROWS_FIRST_SEEN + ROWS_AT_ONCE + 2
  const world = worldWith(count)
  const { conversations, isWhole } = await opened(world, [idOf(count - 1)])
  expect([conversations.length, isWhole]).toEqual([ROWS_FIRST_SEEN, false])
  await world.request('conversation.delete', { conversationId: idOf(0) })
  const seen = [...conversations.map(({ id }) => id), ...(await otherRows(world))]
  const left = world.registry.rows.all().map(({ id }) => id)
  expect(left).toHaveLength(count)
  expect(seen.toSorted()).toEqual(left.toSorted())
  await opened(world, [idOf(count - 1)])
  world.client.close()
  expect(world.client.restOfList).toBeNull()
})

test('a row is among the first if only the memory of this run says that it stands out', async () => {
  const [busy, broken] = [idOf(0), idOf(1)]
  const before = worldWith(ROWS_FIRST_SEEN + 50)
  before.store.beginRecovery(broken)
  const world = before.restart()
  const asked = vi.spyOn(world.store, 'listSome')
  await world.request('conversation.open', { conversationId: busy })
  await opened(world, [idOf(ROWS_FIRST_SEEN)])
  const [, ids = []] = asked.mock.lastCall ?? []
  expect([...ids]).toEqual(expect.arrayContaining([busy, broken]))
})
