import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { ConversationId } from '../../shared/ids.ts'
import { DELETION_UNDO_MS } from '../../shared/protocol/list-commands.ts'
import { createClient } from '../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { snapshotOf } from '../../client/fakes/samples.ts'
import { createRowActions, type RowActions } from './row-actions.ts'

const row = snapshotOf().summary
let host: FakeHost
let rows: RowActions

beforeEach(() => {
  vi.useFakeTimers()
  host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  rows = createRowActions(client)
})
afterEach(() => void vi.useRealTimers())

function shown(): string | null {
  return rows.toast.getState().shown?.text ?? null
}

test.for([
  ['archive', 'conversation.archive', 'Archived “Title”.', 'conversation.archive'],
  ['remove', 'conversation.delete', 'Deleted “Title”.', 'conversation.restore'],
] as const)('%s removes a row at once, and is undone once', async ([act, asked, text, undoing]) => {
  const doing = rows[act](row)
  expect(shown()).toBe(text)
  host.last(asked).answer({})
  await doing
  expect(rows.undo()).toBe(true)
  expect(inputOf(host.last(undoing))).toMatchObject({ conversationId: row.id })
  expect(shown()).toBeNull()
  expect(rows.undo()).toBe(false)
})

test.for([
  ['archive', 'conversation.archive'],
  ['remove', 'conversation.delete'],
  ['retitle', 'conversation.retitle'],
] as const)(
  '%s that is asked for twice before the answer is done once, and afterwards again',
  async ([act, asked]) => {
    const doing = rows[act](row)
    void rows[act](row)
    expect(host.all(asked)).toHaveLength(1)
    void rows[act]({ ...row, id: ConversationId.parse('other') })
    expect(host.all(asked)).toHaveLength(2)
    host.all(asked)[0]?.refuse(appError('busy', 'Not now.'))
    await doing
    void rows[act](row)
    expect(host.all(asked)).toHaveLength(3)
  },
)

test('an act that was undone before its answer can be done again', () => {
  void rows.archive(row)
  rows.undo()
  void rows.archive(row)
  expect(host.all('conversation.archive')).toHaveLength(3)
  expect(shown()).toBe('Archived “Title”.')
})

test('an archived row returns by its undo', async () => {
  void rows.archive(row)
  rows.undo()
  expect(host.all('conversation.archive').map(inputOf)).toEqual([
    { conversationId: row.id, isArchived: true },
    { conversationId: row.id, isArchived: false },
  ])
})

test('after its five seconds nothing can be undone', () => {
  void rows.remove(row)
  vi.advanceTimersByTime(DELETION_UNDO_MS - 1)
  expect(shown()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()).toBeNull()
  expect(rows.undo()).toBe(false)
  expect(host.all('conversation.restore')).toHaveLength(0)
})

test('a second act replaces the first, with its own five seconds', () => {
  void rows.remove(row)
  vi.advanceTimersByTime(DELETION_UNDO_MS - 1)
  void rows.archive({ ...row, title: 'Other' })
  vi.advanceTimersByTime(DELETION_UNDO_MS - 1)
  expect(shown()).toBe('Archived “Other”.')
})

test('the undo of an earlier act waits behind a newer one: last done, first undone, each within its five seconds', () => {
  const ids = ['first', 'second', 'third'].map((id) => ConversationId.parse(id))
  for (const id of ids) void rows.remove({ ...row, id, title: id })
  rows.say('Link copied.')
  expect(shown()).toBe('Link copied.')
  expect(rows.undo()).toBe(true)
  expect(shown()).toBe('Deleted “second”.')
  expect(rows.undo()).toBe(true)
  expect(shown()).toBe('Deleted “first”.')
  expect(host.all('conversation.restore').map(inputOf)).toEqual([
    { conversationId: ids[2] },
    { conversationId: ids[1] },
  ])
  vi.advanceTimersByTime(DELETION_UNDO_MS)
  expect(shown()).toBeNull()
  expect(rows.undo()).toBe(false)
})

test('an act that failed is not undone; the one before it still is', async () => {
  const other = { ...row, id: ConversationId.parse('other'), title: 'Other' }
  void rows.remove(other)
  const doing = rows.remove(row)
  host.last('conversation.delete').refuse(appError('disconnected', 'Can’t reach Phoenix.'))
  await doing
  expect(shown()).toBe('Deleted “Other”.')
  expect(rows.undo()).toBe(true)
  expect(inputOf(host.last('conversation.restore'))).toEqual({ conversationId: other.id })
  expect(rows.undo()).toBe(false)
})

test('a failure replaces the notice with the reason, and offers nothing', async () => {
  const doing = rows.remove(row)
  host.last('conversation.delete').refuse(appError('storage', 'The disk is full.'))
  await doing
  expect(shown()).toBe('The disk is full.')
  expect(rows.undo()).toBe(false)
  void rows.remove(row)
  rows.undo()
  host.last('conversation.restore').refuse(appError('deleted', 'It cannot be brought back.'))
  await settled()
  expect(shown()).toBe('Not undone. It cannot be brought back.')
})

test('a lost connection takes back what the notice promised, and says so only of an undo', async () => {
  const gone = appError('disconnected', 'Can’t reach Phoenix.')
  const doing = rows.archive(row)
  host.last('conversation.archive').refuse(gone)
  await doing
  expect(shown()).toBeNull()
  void rows.remove(row)
  rows.undo()
  host.last('conversation.restore').refuse(gone)
  await settled()
  expect(shown()).toBe('Not undone. Can’t reach Phoenix.')
})

test('a long title is cut between characters', () => {
  void rows.archive({ ...row, title: '😀'.repeat(60) })
  expect(shown()).toBe(`Archived “${'😀'.repeat(39)}…”.`)
  rows.undo()
  void rows.archive({ ...row, title: `${'a'.repeat(38)} word` })
  expect(shown()).toBe(`Archived “${'a'.repeat(38)}…”.`)
})

test('a new title is shown, and the toast brings the old one back', async () => {
  const doing = rows.retitle(row)
  expect(shown()).toBe('Generating a new title…')
  host.last('conversation.retitle').answer({ title: 'Reused ports', problem: null })
  await doing
  expect(shown()).toBe('The new title is “Reused ports”.')
  expect(rows.undo()).toBe(true)
  expect(inputOf(host.last('conversation.rename'))).toEqual({
    conversationId: row.id,
    title: 'Title',
  })
})

test('the toast says why there is no new title', async () => {
  const doing = rows.retitle(row)
  host.last('conversation.retitle').answer({ title: null, problem: 'The model is overloaded.' })
  await doing
  expect(shown()).toBe('The model is overloaded.')
  expect(rows.undo()).toBe(false)
})
