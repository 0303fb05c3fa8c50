import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Link } from '../../shared/link.ts'
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

test("a choice in the host's menu, and a link, reaches the current listener, once", async () => {
  const host = new FakeHost()
  const app = await appOn(host)
  const chosen: MenuItem[] = []
  app.onMenu(() => chosen.push('stop'))
  app.onMenu((item) => chosen.push(item))
  host.emit({ type: 'menu.chosen', item: 'settings' })
  host.emit({ type: 'menu.chosen', item: 'newConversation' })
  vi.advanceTimersByTime(100)
  expect(chosen).toEqual(['settings', 'newConversation'])
  const opened: (Link | null)[] = []
  const link = { type: 'conversation', conversationId: 'c1' as ConversationId, seq: null } as const
  app.onLink((each) => opened.push(each))
  host.emit({ type: 'link.opened', link })
  vi.advanceTimersByTime(100)
  expect(opened).toEqual([link])
})
