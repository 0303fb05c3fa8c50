import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { DesktopPort } from '../../runtime/ports/desktop-port.ts'
import { recorded, sendToMain } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const ID = 'c1' as ConversationId
const NOTICE = { conversationId: ID, title: 'Fix the login', body: 'Done', hasSound: true } as const
const OPEN = '{"type":"request","id":1,"command":"app.open","input":{}}'

async function started() {
  const desktops: DesktopPort[] = []
  const { compose } = rig
  rig.compose = (dataFolder, desktop) => {
    desktops.push(desktop)
    return compose(dataFolder, desktop)
  }
  const window = await rig.start()
  const [desktop] = desktops
  if (desktop === undefined) throw new Error('no desktop')
  return { window, desktop }
}

test('a click on a notification brings the window to the front and shows the target', async () => {
  const { window, desktop } = await started()
  sendToMain(rig.eventOf(window), 'phoenix:request', OPEN)
  window.hide()
  desktop.notify(NOTICE)
  expect(recorded.notices.map(({ options }) => options)).toEqual([
    { title: 'Fix the login', body: 'Done', silent: false },
  ])
  expect(window.isVisible).toBe(false)
  recorded.notices[0]?.emit('click')
  expect(window.isVisible).toBe(true)
  expect(window.focused).toBe(1)
  const link = { type: 'conversation', conversationId: ID, seq: null }
  const event = JSON.stringify({ type: 'link.opened', link })
  expect(window.webContents.sent).toEqual([['phoenix:event', event]])
})

test('with no window open, a click on a notification opens one that shows the target', async () => {
  const was = process.platform
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: was }))
  const { window, desktop } = await started()
  desktop.notify(NOTICE)
  window.close()
  expect(FakeWindow.all).toEqual([])
  recorded.notices[0]?.emit('click')
  expect(FakeWindow.all.map(({ address }) => address)).toEqual([
    `app://phoenix/#conversation=${ID}`,
  ])
})

test('a conversation has one notification at a time, others have their own; without sound if none is wanted', async () => {
  const { desktop } = await started()
  desktop.notify(NOTICE)
  desktop.notify({ ...NOTICE, conversationId: 'c2' as ConversationId })
  desktop.notify({ ...NOTICE, body: 'Failed', hasSound: false })
  expect(recorded.notices.map(({ options }) => [options['body'], options['silent']])).toEqual([
    ['Done', false],
    ['Failed', true],
  ])
})

test('a notification is withdrawn with what it told of, and the same news later is shown at once', async () => {
  const { desktop } = await started()
  desktop.notify(NOTICE)
  desktop.notify({ ...NOTICE, conversationId: 'c2' as ConversationId, title: 'Other' })
  desktop.withdraw(ID)
  desktop.withdraw(ID)
  expect(recorded.notices.map(({ options }) => options['title'])).toEqual(['Other'])
  desktop.notify(NOTICE)
  expect(recorded.notices.map(({ options }) => options['title'])).toEqual(['Other', NOTICE.title])
})

test('where the system shows none, none is created; the badge counts what waits', async () => {
  const { desktop } = await started()
  recorded.showsNotices = false
  desktop.notify(NOTICE)
  expect(recorded.notices).toEqual([])
  desktop.setBadge(2)
  expect(recorded.badge).toBe(2)
  desktop.setBadge(0)
  expect(recorded.badge).toBe(0)
})
