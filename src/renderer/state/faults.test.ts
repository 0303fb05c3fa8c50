import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConversationId } from '../../shared/ids.ts'
import { appOn, paintByTimers } from '../fakes/app-on-fake-host.ts'
import { FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { eventOf, snapshotOf } from '../../client/fakes/samples.ts'
import { SAMPLE_SETTINGS } from '../../client/fakes/sample-settings.ts'
import { VERSION } from '../../shared/version.ts'

beforeEach(() => {
  vi.useFakeTimers()
  paintByTimers(16)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const { summary } = snapshotOf()
const OTHER = 'other' as ConversationId

test.each([
  ['of a conversation that is listed stands there', OTHER, OTHER],
  ['of one that nobody knows stands where the person is', 'gone' as ConversationId, summary.id],
  ['of no conversation stands where the person is', null, summary.id],
])('a fault reported by the host: %s', async (_, conversationId, where) => {
  const host = new FakeHost()
  const app = await appOn(host, 'visible')
  app.addConversation({ ...summary, id: OTHER })
  app.thread.show(summary.id)
  await settled()
  host.emit(eventOf('host.faulted', { conversationId, message: 'Something went wrong' }))
  vi.advanceTimersByTime(100)
  const notices = [...app.composing.store.getState()].flatMap(([id, { notice }]) =>
    notice === null ? [] : [[id, notice]],
  )
  expect(notices).toEqual([[where, { code: 'internal', message: 'Something went wrong' }]])
})

test('a full disk is shown until there is room again', async () => {
  const host = new FakeHost()
  const app = await appOn(host, 'visible')
  host.last('app.open').answer({
    conversations: [],
    isWhole: true,
    settings: SAMPLE_SETTINGS,
    now: 0,
    homeFolder: '/home/me',
    version: VERSION,
    hasFolderDialog: false,
    hasDesktop: false,
    sandboxMissing: null,
    storageTrouble: 'readOnly',
    folderWarning: null,
  })
  await settled()
  const shown = [app.shell.getState().opened?.storageTrouble]
  for (const trouble of ['full', null] as const) {
    host.emit({ type: 'host.storage', trouble })
    vi.advanceTimersByTime(100)
    shown.push(app.shell.getState().opened?.storageTrouble)
  }
  expect(shown).toEqual(['readOnly', 'full', null])
})
