import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recorded, electronDouble, sendToMain } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { linkAmong, ownArguments, startDataOf, takeLinks, withoutLinks } from './calls.ts'
import { FakeEvent, FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const OPEN = '{"type":"request","id":1,"command":"app.open","input":{}}'
const TO_MESSAGE = 'phoenix://conversation/c1/message/7'
const MESSAGE = { type: 'conversation', conversationId: 'c1', seq: 7 }

async function started(): Promise<FakeWindow> {
  const window = await rig.start()
  sendToMain(rig.eventOf(window), 'phoenix:request', OPEN)
  return window
}

const links = (window: FakeWindow): unknown[] =>
  window.webContents.sent.map(([, text]) => (JSON.parse(String(text)) as { link: unknown }).link)

test('a link from a second start shows its target in its window, in front', async () => {
  const window = await started()
  const args = ['/opt/phoenix', '--flag', TO_MESSAGE]
  electronDouble.app.emit('second-instance', new FakeEvent(), args, '/home/me')
  expect([links(window), window.focused]).toEqual([[MESSAGE], 1])
  expect(FakeWindow.all).toHaveLength(1)
})

test('a link from macOS is accepted, and shows its target too', async () => {
  const window = await started()
  const event = new FakeEvent()
  electronDouble.app.emit('open-url', event, 'phoenix://settings/limits')
  expect(event.defaultPrevented).toBe(true)
  expect(links(window)).toEqual([{ type: 'settings', section: 'limits' }])
})

test.each([
  'phoenix://run/rm%20-rf',
  'phoenix:',
  'file:///etc/passwd',
  'phoenix://settings/../x y',
])(
  'for %s the page is told that the link leads nowhere; nothing is opened or loaded',
  async (text) => {
    const window = await started()
    electronDouble.app.emit('open-url', new FakeEvent(), text)
    expect(links(window)).toEqual([null])
    expect([window.address, recorded.opened]).toEqual(['app://phoenix/', []])
  },
)

test('before the page listens a link is part of its address', async () => {
  const window = await rig.start()
  electronDouble.app.emit('open-url', new FakeEvent(), TO_MESSAGE)
  expect(window.webContents.sent).toEqual([])
  expect(window.address).toBe('app://phoenix/#conversation=c1&message=7')
  window.destroy()
  electronDouble.app.emit('open-url', new FakeEvent(), 'phoenix://nobody')
  expect(FakeWindow.all.map(({ address }) => address)).toEqual(['app://phoenix/#nowhere'])
})

test('a plain second start before there is a window does not displace a link', async () => {
  const starting = rig.start()
  electronDouble.app.emit('open-url', new FakeEvent(), TO_MESSAGE)
  electronDouble.app.emit('second-instance', new FakeEvent(), ['/opt/phoenix'], '/home/me')
  const window = await starting
  expect(window.address).toBe('app://phoenix/#conversation=c1&message=7')
  expect(FakeWindow.all).toHaveLength(1)
})

test('the app can be started with a link, and its other arguments stay as they are', async () => {
  const args = ['--data', '/x', TO_MESSAGE]
  expect([linkAmong(args), withoutLinks(args)]).toEqual([TO_MESSAGE, ['--data', '/x']])
  expect(linkAmong(['--data', '/x'])).toBeNull()
  rig.args = [TO_MESSAGE]
  const window = await rig.start()
  expect(window.address).toBe('app://phoenix/#conversation=c1&message=7')
})

test('a folder that is dropped on the icon is shown in the window, in front', async () => {
  const window = await started()
  const event = new FakeEvent()
  electronDouble.app.emit('open-file', event, '/home/me/app')
  expect([event.defaultPrevented, window.focused]).toEqual([true, 1])
  expect(links(window)).toEqual([{ type: 'folder', folder: '/home/me/app' }])
})

test('a second start tells its folder; one that tells nothing readable only shows the window', async () => {
  const window = await started()
  const data = startDataOf('app', () => '/home/me')
  electronDouble.app.emit('second-instance', new FakeEvent(), ['/opt/phoenix'], '/', data)
  electronDouble.app.emit('second-instance', new FakeEvent(), ['/opt/phoenix'], '/', { folder: 5 })
  expect(links(window)).toEqual([{ type: 'folder', folder: '/home/me/app' }])
  expect(window.focused).toBe(2)
})

test('the app can be started with a folder, named as a path or as an address', async () => {
  expect(startDataOf('file:///home/me/a%20b', gone)).toEqual({ folder: '/home/me/a b' })
  expect(startDataOf('file://elsewhere%', () => '/')).toEqual({ folder: null })
  expect(startDataOf(null, gone)).toEqual({ folder: null })
  rig.args = ['/home/me/app']
  const window = await rig.start()
  expect(window.address).toBe('app://phoenix/#folder=%2Fhome%2Fme%2Fapp')
})

const gone = (): never => {
  throw new Error('ENOENT: process.cwd failed')
}

test('a start in a folder that is gone knows a whole path, and fails for none', () => {
  expect(startDataOf('/home/me', gone)).toEqual({ folder: '/home/me' })
  expect(startDataOf('me', gone)).toEqual({ folder: null })
})

test('only a package registers for its links', async () => {
  await rig.start()
  expect(recorded.linkSchemes).toEqual([])
  electronDouble.app.isPackaged = true
  takeLinks()
  electronDouble.app.isPackaged = false
  expect(recorded.linkSchemes).toEqual(['phoenix'])
})

test('a packaged app is started by a link or with a folder, whatever switches come with it', () => {
  const packaged = ['/opt/phoenix', '--no-sandbox', TO_MESSAGE]
  expect(ownArguments(packaged, true)).toEqual([TO_MESSAGE])
  expect(ownArguments(['/opt/phoenix', '--lang=de', '/work/a'], true)).toEqual(['/work/a'])
  expect(ownArguments(['/opt/phoenix', '/work/a', '/work/b'], true)).toEqual(['/work/a'])
  expect(ownArguments(['/opt/phoenix'], true)).toEqual([])
})

test('a packaged app takes its data folder and its socket as arguments too, but not next to a link', () => {
  const own = ['--data', '/x', '--listen=/s', '/work/a']
  const given = ['--lang=de', '--data', '/x', '/work/a', '--listen=/s', '/work/b']
  expect(ownArguments(['/opt/phoenix', ...given], true)).toEqual([
    '--data',
    '/x',
    '--listen=/s',
    '/work/a',
  ])
  expect(ownArguments(['/opt/phoenix', ...own, TO_MESSAGE], true)).toEqual([TO_MESSAGE])
  expect(ownArguments(['/opt/phoenix', '--data'], true)).toEqual(['--data', ''])
})

test('Electron itself is started with the folder of the app, then come our arguments', () => {
  const argv = ['electron', '--no-sandbox', '.', '--data', '/x', TO_MESSAGE]
  expect(ownArguments(argv, false)).toEqual(['--data', '/x', TO_MESSAGE])
  expect(ownArguments(['electron'], false)).toEqual([])
})
