import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { DesktopPort } from '../../runtime/ports/desktop-port.ts'
import { recorded, chooseInMenu, electronDouble, sendToMain } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const OPEN = '{"type":"request","id":1,"command":"app.open","input":{}}'
const BOUNDS = { x: 40, y: 50, width: 900, height: 700 }
const AT = { bounds: BOUNDS, isMaximized: false, background: '#123456' }
const file = (): string => join(rig.dataFolder, 'window.json')
const saved = (): unknown => JSON.parse(readFileSync(file(), 'utf8'))

function leave(state: unknown): void {
  mkdirSync(rig.dataFolder, { recursive: true, mode: 0o700 })
  writeFileSync(file(), JSON.stringify(state))
}

/** The newest window of the app. */
function newest(): FakeWindow {
  const window = FakeWindow.all.at(-1)
  if (window === undefined) throw new Error('there is no window')
  return window
}

/** Opens two windows whose pages listen; the second one is in front. */
async function two(): Promise<readonly [FakeWindow, FakeWindow]> {
  const first = await rig.start()
  chooseInMenu('New window')
  const second = newest()
  for (const window of [first, second]) sendToMain(rig.eventOf(window), 'phoenix:request', OPEN)
  second.focus()
  return [first, second]
}

const frames = (window: FakeWindow): unknown[] =>
  window.webContents.sent.map(([, text]) => JSON.parse(String(text)) as unknown)

test('each window has its own connection; menu commands go to the focused window', async () => {
  const [first, second] = await two()
  expect(rig.connections).toHaveLength(2)
  chooseInMenu('Settings…')
  expect([frames(first), frames(second)]).toEqual([[], [{ type: 'menu.chosen', item: 'settings' }]])
  first.focus()
  chooseInMenu('Inbox')
  expect(frames(first)).toEqual([{ type: 'menu.chosen', item: 'inbox' }])
  rig.connections[1]?.send({ type: 'response', id: 1, result: { ok: true, value: 2 } })
  expect(frames(second)).toHaveLength(2)
  expect(frames(first)).toHaveLength(1)
})

test('a link opens in a window whose connection the host has closed', async () => {
  const [, second] = await two()
  rig.connections[1]?.close()
  const id = '0199b0a4-7a2c-7000-8000-000000000001'
  electronDouble.app.emit(
    'open-url',
    { preventDefault: () => undefined },
    `phoenix://conversation/${id}`,
  )
  expect(second.address).toBe(`app://phoenix/#conversation=${id}`)
})

test('a page cannot use the connection of another window', async () => {
  const [first, second] = await two()
  const received: number[] = []
  rig.connections.forEach((connection, index) => connection.onFrame(() => received.push(index)))
  sendToMain(
    { sender: first.webContents, senderFrame: second.webContents.mainFrame },
    'phoenix:request',
    OPEN,
  )
  expect(received).toEqual([])
})

test('a new window is offset from the front one, and begins with the form', async () => {
  leave({ ...AT, shown: 'conversation=c1' })
  const first = await rig.start()
  expect(first.address).toBe('app://phoenix/#conversation=c1')
  chooseInMenu('New window')
  const { address, options } = newest()
  expect(address).toBe('app://phoenix/#new')
  expect(options).toMatchObject({ x: 72, y: 82, width: 900, height: 700 })
})

test('one of two is closed without ending anything, its connection ends, and the last one asks', async () => {
  rig.working = ['Fix the login']
  const [first, second] = await two()
  const ended: number[] = []
  rig.connections.forEach((connection, index) => connection.onClose(() => ended.push(index)))
  second.close()
  expect([FakeWindow.all, ended, recorded.questions]).toEqual([[first], [1], []])
  first.close()
  expect(FakeWindow.all).toEqual([first])
  await expect.poll(() => recorded.questions.length).toBe(1)
})

test('all windows are restored, each with its place and its content, the focused one before the others', async () => {
  const [first, second] = await two()
  first.moveTo(BOUNDS)
  first.showIn('#conversation=c1&right=c2')
  second.showIn('#conversation=c3')
  first.focus()
  electronDouble.app.quit()
  expect(saved()).toMatchObject({
    bounds: BOUNDS,
    shown: 'conversation=c1&right=c2',
    others: [{ shown: 'conversation=c3' }],
  })
  await rig.end()
  const state = { ...AT, shown: 'conversation=c1&right=c2', others: [{ ...AT, shown: 'new' }] }
  rig = createRig()
  leave(state)
  await rig.start()
  expect(FakeWindow.all.map(({ address }) => address)).toEqual([
    'app://phoenix/#new',
    'app://phoenix/#conversation=c1&right=c2',
  ])
})

test('a window closed by a person does not return, but the last one does', async () => {
  const was = process.platform
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: was }))
  const [first, second] = await two()
  first.showIn('#conversation=c1')
  second.showIn('#conversation=c2')
  second.close()
  expect(saved()).toMatchObject({ shown: 'conversation=c1', others: [] })
  first.close()
  expect(FakeWindow.all).toEqual([])
  electronDouble.app.emit('activate')
  expect(FakeWindow.all.map(({ address }) => address)).toEqual(['app://phoenix/#conversation=c1'])
})

test.each([
  ['a script', { ...AT, shown: 'x"><script>' }],
  ['a number', { ...AT, shown: 7 }],
  ['others that are none', { ...AT, others: 'x' }],
  ['far too many others', { ...AT, others: Array.from({ length: 99 }, () => AT) }],
])('of a file that holds %s the window stands where it was left, alone', async (_name, state) => {
  leave(state)
  const window = await rig.start()
  expect(FakeWindow.all).toEqual([window])
  expect(window.address).toBe('app://phoenix/')
  expect(window.options).toMatchObject(BOUNDS)
})

test('a notification is shown once, whichever windows report it, and not at all if a person is looking', async () => {
  const desktops: DesktopPort[] = []
  const { compose } = rig
  rig.compose = (dataFolder, desktop) => {
    desktops.push(desktop)
    return compose(dataFolder, desktop)
  }
  const [first, second] = await two()
  const notice = { conversationId: 'c1' as ConversationId, title: 'Login', hasSound: true }
  first.showIn('#new&left=c1')
  first.focus()
  desktops[0]?.notify({ ...notice, body: 'Done' })
  expect(recorded.notices).toEqual([])
  second.focus()
  for (const body of ['Done', 'Done', 'Asks']) desktops[0]?.notify({ ...notice, body })
  expect(recorded.notices.map(({ options }) => options['body'])).toEqual(['Asks'])
})
