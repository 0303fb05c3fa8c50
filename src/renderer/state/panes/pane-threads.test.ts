import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { appOn, paintByTimers } from '../../fakes/app-on-fake-host.ts'
import { FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import type { App } from '../app.ts'
import { idOfThread } from '../../../client/conversation/thread.ts'

const [one, two, three] = ['c1', 'c2', 'c3'].map((id) => ConversationId.parse(id)) as [
  ConversationId,
  ConversationId,
  ConversationId,
]
const { summary } = snapshotOf()
let host: FakeHost
let app: App

beforeEach(async () => {
  paintByTimers()
  host = new FakeHost()
  app = await appOn(host, 'visible')
  app.thread.show(one)
  await answer()
  app.panes.showBeside(two)
  await answer()
})
afterEach(() => void vi.unstubAllGlobals())

/** The host answers the last request to open a conversation. */
async function answer(): Promise<void> {
  const asked = host.last('conversation.open')
  const { conversationId: id } = inputOf(asked) as { conversationId: ConversationId }
  asked.answer(snapshotOf({ summary: { ...summary, id } }))
  await settled()
}

const shown = (): readonly (ConversationId | null)[] =>
  app.panes.store
    .getState()
    .order.map((pane) => idOfThread(app.panes.threads[pane].store.getState()))
const inFocus = (): ConversationId | null => idOfThread(app.thread.store.getState())
const inputsOf = (command: string): unknown[] => host.all(command).map(inputOf)

test('each pane has its own conversation, and none is in both', async () => {
  expect(shown()).toEqual([one, two])
  expect(inFocus()).toBe(two)
  app.thread.show(one)
  expect([shown(), inFocus()]).toEqual([[one, two], one])
  app.panes.showBeside(one)
  app.panes.showBeside(two)
  expect([shown(), inFocus()]).toEqual([[one, two], two])
  expect(host.all('conversation.open')).toHaveLength(2)
  app.panes.showBeside(three)
  await answer()
  expect([shown(), inFocus()]).toEqual([[three, two], three])
  expect(inputsOf('conversation.leave')).toEqual([{ conversationId: one }])
})

test('the form for a new conversation can be in a single pane as well', () => {
  app.thread.show(null)
  expect([shown(), inFocus()]).toEqual([[one, null], null])
  app.panes.arrange({ type: 'focused', pane: 'a' })
  app.thread.show(null)
  app.panes.showBeside(null)
  expect([shown(), inFocus()]).toEqual([[one, null], null])
})

test('Stop ends the turn of the focused pane, and of no other', async () => {
  const stopped: unknown[] = []
  vi.spyOn(app.client, 'cancel').mockImplementation((id) => {
    stopped.push(id)
    return Promise.resolve({ ok: true, value: {} } as never)
  })
  app.panes.arrange({ type: 'focused', pane: 'a' })
  app.stopTurn()
  app.panes.arrange({ type: 'focused', pane: 'b' })
  app.stopTurn()
  await settled()
  expect(stopped).toEqual([one, two])
})

test('archiving or deleting one closes its pane and leaves it, and the other gets the focus', async () => {
  host.emit({ type: 'list.changed', summary: { ...summary, id: two, isArchived: true } })
  await expect.poll(() => shown()).toEqual([one])
  expect(inFocus()).toBe(one)
  expect(inputsOf('conversation.leave')).toEqual([{ conversationId: two }])
  app.panes.showBeside(three)
  await answer()
  host.emit({ type: 'list.removed', conversationId: one })
  await expect.poll(() => shown()).toEqual([three])
  // There is no other pane: it stays, and shows that.
  const before = host.all('conversation.open').length
  host.emit({ type: 'list.removed', conversationId: three })
  await expect.poll(() => host.all('conversation.open')).toHaveLength(before + 1)
  host.last('conversation.open').refuse(appError('deleted', 'This conversation was deleted.'))
  await settled()
  expect(app.thread.store.getState().type).toBe('failed')
})

test('an archived one can be opened in a pane', async () => {
  host.emit({ type: 'list.changed', summary: { ...summary, id: three, isArchived: true } })
  await expect.poll(() => app.shell.getState().conversations).toHaveLength(3)
  app.panes.showBeside(three)
  host
    .last('conversation.open')
    .answer(snapshotOf({ summary: { ...summary, id: three, isArchived: true } }))
  await settled()
  expect(shown()).toEqual([three, two])
})

test('only what is on the screen counts as watched', async () => {
  expect(inputsOf('conversation.look')).toEqual([
    { conversationId: one, isLooking: true },
    { conversationId: two, isLooking: true },
  ])
  app.panes.arrange({ type: 'narrowed', isNarrow: true })
  expect(inputsOf('conversation.look').slice(2)).toEqual([
    { conversationId: one, isLooking: false },
  ])
  app.panes.arrange({ type: 'focused', pane: 'a' })
  expect(inputsOf('conversation.look').slice(3)).toEqual([
    { conversationId: one, isLooking: true },
    { conversationId: two, isLooking: false },
  ])
})

test('a listener to the focused thread is notified when another pane gets the focus', () => {
  const heard: (ConversationId | null)[] = []
  const stop = app.thread.store.subscribe((now, before) =>
    heard.push(idOfThread(now), idOfThread(before)),
  )
  app.panes.arrange({ type: 'focused', pane: 'a' })
  stop()
  app.panes.arrange({ type: 'focused', pane: 'b' })
  expect(heard).toEqual([one, two])
})
