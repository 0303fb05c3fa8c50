import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientFrame, HostFrame } from '../../../shared/protocol/frames.ts'
import { dialLocalSocket } from '../shared/dial-local-socket.ts'
import { lockDataFolder, startingHolder } from '../../adapters/data-folder/instance-lock.ts'
import { took } from '../../adapters/processes/took.fixture.ts'
import { recorded, electronDouble, resetElectron, sendToMain } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const start = (): Promise<FakeWindow> => rig.start()

const REQUEST = '{"type":"request","id":1,"command":"app.open","input":{}}'
const CANCEL = '{"type":"cancel","id":2,"conversationId":"c1"}'

const say = (window: FakeWindow, channel: string, text: unknown): void =>
  sendToMain(rig.eventOf(window), channel, text)

test('frames of the page reach its connection, and answers go back as text', async () => {
  const window = await start()
  const received: ClientFrame[] = []
  say(window, 'phoenix:request', REQUEST)
  rig.connections[0]?.onFrame((frame) => received.push(frame))
  say(window, 'phoenix:request', REQUEST)
  say(window, 'phoenix:cancel', CANCEL)
  expect(received.map((frame) => frame.type)).toEqual(['request', 'cancel'])
  const answer: HostFrame = { type: 'response', id: 1, result: { ok: true, value: 'x' } }
  rig.connections[0]?.send(answer)
  expect(window.webContents.sent).toEqual([['phoenix:event', JSON.stringify(answer)]])
})

test('an invalid or oversized frame, or one on the wrong channel, is dropped without throwing', async () => {
  const window = await start()
  const received: ClientFrame[] = []
  say(window, 'phoenix:request', 'null')
  rig.connections[0]?.onFrame((frame) => received.push(frame))
  const large = REQUEST.replace('{}', JSON.stringify('x'.repeat(1024 * 1024)))
  for (const text of [
    '',
    '{',
    CANCEL,
    large,
    null,
    undefined,
    7,
    {},
    [REQUEST],
    Buffer.from(REQUEST),
    new Map([[REQUEST, REQUEST]]),
  ]) {
    say(window, 'phoenix:request', text)
  }
  say(window, 'phoenix:cancel', REQUEST)
  expect(received).toEqual([])
})

test('a reloaded page gets a new connection; the old one is closed', async () => {
  const window = await start()
  const closed = vi.fn()
  say(window, 'phoenix:request', REQUEST)
  rig.connections[0]?.onClose(closed)
  window.webContents.emit('did-navigate')
  expect(closed).toHaveBeenCalledTimes(1)
  say(window, 'phoenix:request', REQUEST)
  expect(rig.connections).toHaveLength(2)
  rig.connections[0]?.send({ type: 'response', id: 9, result: { ok: true, value: null } })
  expect(window.webContents.sent).toEqual([])
})

test('a page is notified when the host closes its connection, and opens a new one', async () => {
  const window = await start()
  say(window, 'phoenix:request', REQUEST)
  rig.connections[0]?.close()
  rig.connections[0]?.close()
  expect(window.webContents.sent).toEqual([['phoenix:event', '']])
  const received: ClientFrame[] = []
  say(window, 'phoenix:request', REQUEST)
  rig.connections[1]?.onFrame((frame) => received.push(frame))
  say(window, 'phoenix:cancel', CANCEL)
  expect(received.map(({ type }) => type)).toEqual(['cancel'])
})

test('a page that reads nothing is closed at 8 MB, whatever the size of its snapshots, and one that reads is not', async () => {
  const window = await start()
  say(window, 'phoenix:request', REQUEST)
  const closed = vi.fn()
  const [connection] = rig.connections
  connection?.onClose(closed)
  const send = (length: number): void =>
    connection?.send({ type: 'response', id: 1, result: { ok: true, value: 'x'.repeat(length) } })
  for (let count = 0; count < 4; count++) send(3_000_000)
  for (let count = 0; count < 50; count++) {
    send(900_000)
    // The oldest four are the snapshots.
    say(window, 'phoenix:read', undefined)
  }
  expect(closed).not.toHaveBeenCalled()
  for (let count = 0; count < 10; count++) send(900_000)
  expect(closed).toHaveBeenCalledTimes(1)
  const { sent } = window.webContents
  expect(sent.at(-1)).toEqual(['phoenix:event', ''])
  const count = sent.length
  send(10)
  expect(sent).toHaveLength(count)
})

test('R22 a second start of Electron exits at once and the first comes to the front', async () => {
  const window = await start()
  window.isMinimal = true
  electronDouble.app.emit('second-instance')
  expect([window.focused, window.isMinimal, window.isVisible]).toEqual([1, false, true])
  expect(FakeWindow.all).toHaveLength(1)
  resetElectron()
  recorded.hasInstanceLock = false
  await expect(start()).rejects.toThrow('no window')
  expect(recorded.exits).toEqual([0])
})

test('a data folder that a browser host holds is refused with a sentence', async () => {
  const { prepareDataFolder } = await import('../../adapters/data-folder/data-folder.ts')
  prepareDataFolder(rig.dataFolder)
  const lock = lockDataFolder(rig.dataFolder)
  const terminal = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => terminal.mockRestore())
  await expect(start()).rejects.toThrow('no window')
  expect(terminal).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(rig.dataFolder))
  expect(recorded.exits).toEqual([1])
  expect(recorded.errorBoxes).toEqual([expect.stringContaining(`process ${process.pid}`)])
  if (lock.ok) lock.value.release()
})

test('T27: quitting waits for the end of all work, but not forever', async () => {
  await start()
  rig.close = () => new Promise(() => undefined)
  const preventDefault = vi.fn()
  const quitting = await took(() => {
    electronDouble.app.emit('before-quit', { preventDefault })
    electronDouble.app.emit('before-quit', { preventDefault })
    return expect.poll(() => recorded.exits.length).toBeGreaterThan(0)
  })
  expect(quitting.own).toBeLessThan(2_500)
  expect([preventDefault.mock.calls.length, rig.closings]).toEqual([2, 1])
})

test('the start is over for commands that wait for it once they can reach the app', async () => {
  let starting: number | null = null
  const { compose } = rig
  rig.compose = (dataFolder, desktop) => {
    starting = startingHolder(dataFolder)
    return compose(dataFolder, desktop)
  }
  await start()
  expect([starting, startingHolder(rig.dataFolder)]).toEqual([process.pid, null])
})

test('Electron keeps its own files inside the data folder', async () => {
  await start()
  expect(recorded.userData).toBe(join(rig.dataFolder, 'electron'))
  expect(readdirSync(rig.root).toSorted()).toEqual(['data', 'files.json', 'index.html', 'main.js'])
})

test("Electron's folder is created before its lock is taken", async () => {
  await start()
  expect(recorded.hadUserData).toBe(true)
})

test('a second start during the first brings the window to the front once it exists', async () => {
  const { compose } = rig
  rig.compose = (dataFolder, desktop) => {
    electronDouble.app.emit('second-instance')
    return compose(dataFolder, desktop)
  }
  const window = await start()
  expect([window.focused, FakeWindow.all.length]).toEqual([1, 1])
})

test('"Try again": the page may reload itself, and gets a new connection', async () => {
  const window = await start()
  say(window, 'phoenix:request', REQUEST)
  expect(window.webContents.navigate('app://phoenix/#conversation')).toBe(true)
  say(window, 'phoenix:request', REQUEST)
  expect(rig.connections).toHaveLength(2)
})

test.each([
  ['win32', 'dev.phoenix.desktop', undefined],
  ['linux', '', '/app/icon.png'],
  ['darwin', '', undefined],
])(
  'on %s the app and its window have the identity that the system expects',
  async (platform, appId, icon) => {
    const was = process.platform
    Object.defineProperty(process, 'platform', { value: platform })
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: was }))
    const window = await start()
    expect([recorded.appId, window.options['icon']]).toEqual([appId, icon])
  },
)

test('commands reach it by its local socket', async () => {
  await start()
  const connection = await dialLocalSocket(rig.dataFolder)
  expect(rig.connections).toHaveLength(1)
  if (connection !== 'busy') connection?.close()
})
