import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MenuItem } from '../../shared/protocol/events.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { appOn, paintByTimers } from '../fakes/app-on-fake-host.ts'
import { FakeHost } from '../../client/fakes/fake-host.ts'

beforeEach(() => {
  vi.useFakeTimers()
  paintByTimers(16)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("a choice in the host's menu, and a click on a notification, reaches the current listener, once", async () => {
  const host = new FakeHost()
  const app = await appOn(host)
  const chosen: MenuItem[] = []
  app.onMenu(() => chosen.push('stop'))
  app.onMenu((item) => chosen.push(item))
  host.emit({ type: 'menu.chosen', item: 'settings' })
  host.emit({ type: 'menu.chosen', item: 'newConversation' })
  vi.advanceTimersByTime(100)
  expect(chosen).toEqual(['settings', 'newConversation'])
  const gone: string[] = []
  app.onNotice((id) => gone.push(id))
  host.emit({ type: 'notice.clicked', conversationId: 'c1' as ConversationId })
  vi.advanceTimersByTime(100)
  expect(gone).toEqual(['c1'])
})
