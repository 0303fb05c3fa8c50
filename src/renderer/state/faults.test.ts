import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConversationId } from '../../shared/ids.ts'
import { FakeHost, settled } from '../fakes/fake-host.ts'
import { eventOf, snapshotOf } from '../fakes/samples.ts'
import { SAMPLE_SETTINGS } from '../fakes/sample-settings.ts'
import { VERSION } from '../../shared/version.ts'
import { createApp } from './app.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (paint: FrameRequestCallback) => setTimeout(paint, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
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
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', defaultView: null })
  const app = createApp(host.dial, page as unknown as Document)
  await settled()
  app.addConversation({ ...summary, id: OTHER })
  app.thread.show(summary.id)
  await settled()
  host.say(eventOf('host.faulted', { conversationId, message: 'Something went wrong' }))
  vi.advanceTimersByTime(100)
  const notices = [...app.composing.store.getState()].flatMap(([id, { notice }]) =>
    notice === null ? [] : [[id, notice]],
  )
  expect(notices).toEqual([[where, { code: 'internal', message: 'Something went wrong' }]])
})

test('a full disk is shown until there is room again', async () => {
  const host = new FakeHost()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', defaultView: null })
  const app = createApp(host.dial, page as unknown as Document)
  await settled()
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
    host.say({ type: 'host.storage', trouble })
    vi.advanceTimersByTime(100)
    shown.push(app.shell.getState().opened?.storageTrouble)
  }
  expect(shown).toEqual(['readOnly', 'full', null])
})
