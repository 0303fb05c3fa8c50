import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { DesktopNotice } from '../../../shared/protocol/desktop-commands.ts'
import { desktopHandlers } from './desktop-handlers.ts'
import { World } from '../fakes/world.ts'

const NOTICE: DesktopNotice = {
  conversationId: 'c1' as ConversationId,
  title: 'Fix the login',
  body: 'Done',
  hasSound: true,
}

test('a host with a desktop shows the notifications it receives', () => {
  const shown: unknown[] = []
  const handlers = desktopHandlers({
    desktop: {
      notify: (notice) => shown.push(notice),
      withdraw: (id) => shown.push(id),
      setBadge: (count) => shown.push(count),
      printKeys: (keys) => shown.push(keys),
      openWindow: () => shown.push('window'),
    },
  })
  const client = new World().client
  expect(handlers['desktop.notify'](NOTICE, client)).toEqual({ ok: true, value: {} })
  const { conversationId } = NOTICE
  expect(handlers['desktop.withdraw']({ conversationId }, client)).toEqual({ ok: true, value: {} })
  expect(handlers['desktop.badge']({ count: 3 }, client)).toEqual({ ok: true, value: {} })
  const keys = { inbox: 'Mod+Shift+i' }
  expect(handlers['desktop.menuKeys']({ keys }, client)).toEqual({ ok: true, value: {} })
  expect(handlers['desktop.newWindow']({}, client)).toEqual({ ok: true, value: {} })
  expect(shown).toEqual([NOTICE, conversationId, 3, keys, 'window'])
})

test('a host without one says so when the window opens, and refuses', async () => {
  const world = new World()
  expect(await world.request('app.open', {})).toMatchObject({ value: { hasDesktop: false } })
  const refused = { ok: false, error: { code: 'invalidInput' } }
  expect(await world.request('desktop.notify', NOTICE)).toMatchObject(refused)
  const { conversationId } = NOTICE
  expect(await world.request('desktop.withdraw', { conversationId })).toMatchObject(refused)
  expect(await world.request('desktop.badge', { count: 1 })).toMatchObject(refused)
  expect(await world.request('desktop.menuKeys', { keys: {} })).toMatchObject(refused)
  expect(await world.request('desktop.newWindow', {})).toMatchObject(refused)
  expect(await world.request('browser.newAddress', { folder: null })).toMatchObject(refused)
})
