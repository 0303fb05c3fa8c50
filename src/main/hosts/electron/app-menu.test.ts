import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setAppMenu } from './app-menu.ts'
import { recorded, chooseInMenu, menuItems, sendToMain } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const REQUEST = '{"type":"request","id":1,"command":"app.open","input":{}}'

test.each([
  ['New conversation', 'newConversation'],
  ['Settings…', 'settings'],
  ['Stop', 'stop'],
  ['Stop and send', 'stopAndSend'],
  ['Inbox', 'inbox'],
  ['Back', 'back'],
  ['Forward', 'forward'],
  ['Open to the side', 'openBeside'],
  ['Go to the other pane', 'otherPane'],
  ['Close this pane', 'closePane'],
  ['Find in conversation', 'find'],
  ['Search all conversations', 'search'],
  ['Command palette', 'palette'],
  ['Keyboard shortcuts', 'shortcuts'],
])('%s reaches the page as an event of its connection', async (label, item) => {
  const window = await rig.start()
  sendToMain(rig.eventOf(window), 'phoenix:request', REQUEST)
  chooseInMenu(label)
  const frame = { type: 'menu.chosen', item }
  expect(window.webContents.sent).toEqual([['phoenix:event', JSON.stringify(frame)]])
})

test('before the page is loaded nothing is sent; if the window is gone one is opened', async () => {
  const window = await rig.start()
  chooseInMenu('Settings…')
  expect(window.webContents.sent).toEqual([])
  window.destroy()
  chooseInMenu('New conversation')
  expect(FakeWindow.all).toHaveLength(1)
})

test('keys are shown but not taken from the page, so none acts twice', () => {
  setAppMenu({ isMac: false, isPackaged: true, keys: {}, choose: () => undefined })
  const withKeys = menuItems(recorded.menu).filter((item) => 'accelerator' in item)
  expect(withKeys.map((item) => [item['label'], item['accelerator']])).toEqual([
    ['New conversation', 'CmdOrCtrl+N'],
    ['New window', 'CmdOrCtrl+Shift+N'],
    ['Settings…', 'CmdOrCtrl+,'],
    ['Find in conversation', 'CmdOrCtrl+F'],
    ['Search all conversations', 'CmdOrCtrl+Shift+F'],
    ['Stop', 'Esc'],
    ['Stop and send', 'CmdOrCtrl+Enter'],
    ['Inbox', 'CmdOrCtrl+J'],
    ['Command palette', 'CmdOrCtrl+K'],
    ['Inspector', 'CmdOrCtrl+.'],
    ['Terminal', 'CmdOrCtrl+;'],
    ['Back', 'CmdOrCtrl+['],
    ['Forward', 'CmdOrCtrl+]'],
    ['Open to the side', 'CmdOrCtrl+D'],
    ['Go to the other pane', 'F6'],
    ['Close this pane', 'CmdOrCtrl+Shift+D'],
    ['Keyboard shortcuts', 'CmdOrCtrl+/'],
  ])
  for (const item of withKeys) expect(item['registerAccelerator']).toBe(false)
})

function keyOf(label: string): unknown {
  return menuItems(recorded.menu).find((item) => item['label'] === label)?.['accelerator']
}

test("the menu shows the person's own keys, and the defaults for unknown values", () => {
  const keys = { inbox: 'Mod+Shift+i', settings: 'nonsense' }
  setAppMenu({ isMac: false, isPackaged: true, keys, choose: () => undefined })
  expect(keyOf('Inbox')).toBe('CmdOrCtrl+Shift+I')
  expect(keyOf('Settings…')).toBe('CmdOrCtrl+,')
})

test('macOS has its app menu, and Escape is not taken', () => {
  setAppMenu({ isMac: true, isPackaged: true, keys: {}, choose: () => undefined })
  expect(recorded.menu[0]?.['role']).toBe('appMenu')
  const items = menuItems(recorded.menu)
  expect(items.filter((item) => item['role'] === 'quit')).toHaveLength(1)
  expect(items.filter((item) => item['label'] === 'Settings…')).toHaveLength(1)
  expect(items.find((item) => item['label'] === 'Stop (Esc)')).not.toHaveProperty('accelerator')
})

test('in a package the menu neither reloads the page nor opens the developer tools', () => {
  for (const isMac of [true, false]) {
    setAppMenu({ isMac, isPackaged: true, keys: {}, choose: () => undefined })
    const roles = menuItems(recorded.menu).map((item) => item['role'])
    expect(roles).toEqual(expect.arrayContaining(['undo', 'copy', 'paste', 'zoomIn', 'windowMenu']))
    for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu', 'fileMenu']) {
      expect(roles).not.toContain(role)
    }
  }
})

test('unpackaged, it does both', async () => {
  await rig.start()
  const roles = menuItems(recorded.menu).map((item) => item['role'])
  expect(roles).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
})
