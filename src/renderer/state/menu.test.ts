import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MenuItem } from '../../shared/protocol/events.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { FakeHost, settled } from '../fakes/fake-host.ts'
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

test("a choice in the host's menu, and a click on a notification, reaches the current listener, once", async () => {
  const host = new FakeHost()
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden', defaultView: null })
  const app = createApp(host.dial, page as unknown as Document)
  await settled()
  const chosen: MenuItem[] = []
  app.onMenu(() => chosen.push('stop'))
  app.onMenu((item) => chosen.push(item))
  host.say({ type: 'menu.chosen', item: 'settings' })
  host.say({ type: 'menu.chosen', item: 'newConversation' })
  vi.advanceTimersByTime(100)
  expect(chosen).toEqual(['settings', 'newConversation'])
  const gone: string[] = []
  app.onNotice((id) => gone.push(id))
  host.say({ type: 'notice.clicked', conversationId: 'c1' as ConversationId })
  vi.advanceTimersByTime(100)
  expect(gone).toEqual(['c1'])
})
