import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/frames.ts'
import { lockDataFolder } from '../../adapters/system/instance-lock.ts'
import {
  asked,
  electronDouble,
  FakeWindow,
  ipcMain,
  resetElectron,
} from './electron-double.fixture.ts'
import { runElectronHost } from './run-electron-host.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let root: string
let lines: Connection<HostFrame, ClientFrame>[]
let closings: number
let close: () => Promise<void>

beforeEach(() => {
  resetElectron()
  root = mkdtempSync(join(tmpdir(), 'phoenix-shell-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html>')
  writeFileSync(join(root, 'main.js'), 'export {}')
  lines = []
  closings = 0
  close = () => Promise.resolve()
})

afterEach(async () => {
  electronDouble.app.quit()
  await expect.poll(() => asked.exits.length).toBeGreaterThan(0)
  rmSync(root, { recursive: true, force: true })
})

const data = (): string => join(root, 'data')

async function start(): Promise<FakeWindow> {
  await runElectronHost({
    args: ['--data', data()],
    environment: {},
    rendererFolder: root,
    preloadFile: '/app/preload/index.cjs',
    compose: () =>
      Promise.resolve({
        ok: true,
        value: {
          attach: (connection) => lines.push(connection),
          close: () => {
            closings += 1
            return close()
          },
        },
      }),
  })
  const window = FakeWindow.all[0]
  if (window === undefined) throw new Error('no window')
  return window
}

const REQUEST = '{"type":"request","id":1,"command":"app.open","input":{}}'
const CANCEL = '{"type":"cancel","id":2,"conversationId":"c1"}'

const say = (window: FakeWindow, channel: string, text: unknown): boolean =>
  ipcMain.emit(channel, eventOf(window), text)

const eventOf = (window: FakeWindow): { sender: unknown; senderFrame: unknown } => ({
  sender: window.webContents,
  senderFrame: window.webContents.mainFrame,
})

test('the window is sandboxed, isolated and without Node, and shows app://phoenix', async () => {
  const window = await start()
  expect(asked.isSandboxed).toBe(true)
  expect(asked.schemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  expect(window.options['webPreferences']).toEqual({
    preload: '/app/preload/index.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  })
  expect(window.address).toBe('app://phoenix/')
})

test('every permission is denied', async () => {
  await start()
  const names = ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'hid']
  for (const name of names) {
    const answers: unknown[] = []
    Reflect.apply(asked.permissions['request'] ?? fail, null, [
      null,
      name,
      (isGranted: unknown) => answers.push(isGranted),
    ])
    expect(answers).toEqual([false])
    expect(Reflect.apply(asked.permissions['check'] ?? fail, null, [null, name])).toBe(false)
    expect(Reflect.apply(asked.permissions['device'] ?? fail, null, [{}])).toBe(false)
  }
})

function fail(): never {
  throw new Error('there is no handler')
}

test('no way of navigating leads out of the page', async () => {
  const { webContents } = await start()
  for (const way of [
    'will-navigate',
    'will-frame-navigate',
    'will-redirect',
    'will-attach-webview',
  ]) {
    const preventDefault = vi.fn()
    webContents.emit(way, { preventDefault })
    expect([way, preventDefault.mock.calls.length]).toEqual([way, 1])
  }
})

test('a new window is never opened; web and mail addresses go to the system, nothing else', async () => {
  const { webContents } = await start()
  const hostile = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://host/share',
    'ms-msdt:/id',
    'vscode://x',
    'app://phoenix/',
    'HTTP',
    '',
    '\\\\host\\share',
    ' ',
  ]
  const good = ['https://example.org/a?b#c', 'http://example.org/', 'mailto:a@example.org']
  for (const url of [...hostile, ...good]) {
    expect(webContents.openHandler?.({ url })).toEqual({ action: 'deny' })
  }
  expect(asked.opened).toEqual(good)
})

const get = (url: string, method = 'GET'): Response | undefined =>
  asked.answerApp?.(new Request(url, { method }))

test('app://phoenix serves the files of the build with the policy, and nothing else', async () => {
  await start()
  expect(get('app://phoenix/')?.status).toBe(200)
  expect(get('app://phoenix/main.js')?.headers.get('content-type')).toMatch(/^text\/javascript/)
  for (const path of ['/', '/main.js', '/nothing']) {
    const policy = get(`app://phoenix${path}`)?.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; .+require-trusted-types-for/)
  }
  for (const path of [
    '/index.html',
    '/data/phoenix.db',
    '/..%2fsecret',
    '/%2e%2e/x',
    '/main.js?x',
    '/main.js%00',
  ]) {
    expect([path, get(`app://phoenix${path}`)?.status]).toEqual([path, 404])
  }
  expect(get('app://other/main.js')?.status).toBe(404)
  expect(get('app://phoenix/', 'POST')?.status).toBe(405)
})

test('frames of the page reach its line, and answers go back as text', async () => {
  const window = await start()
  const heard: ClientFrame[] = []
  say(window, 'phoenix:request', REQUEST)
  lines[0]?.onFrame((frame) => heard.push(frame))
  say(window, 'phoenix:request', REQUEST)
  say(window, 'phoenix:cancel', CANCEL)
  expect(heard.map((frame) => frame.type)).toEqual(['request', 'cancel'])
  const answer: HostFrame = { type: 'response', id: 1, result: { ok: true, value: 'x' } }
  lines[0]?.send(answer)
  expect(window.webContents.sent).toEqual([['phoenix:event', JSON.stringify(answer)]])
})

test('only the own page is heard: no inner frame, no other window, no other origin', async () => {
  const window = await start()
  const { mainFrame } = window.webContents
  const strangers = [
    { ...eventOf(window), senderFrame: null },
    { ...eventOf(window), senderFrame: { origin: 'app://phoenix' } },
    { ...eventOf(window), sender: {} },
  ]
  for (const stranger of strangers) ipcMain.emit('phoenix:request', stranger, REQUEST)
  mainFrame.origin = 'https://evil.example'
  say(window, 'phoenix:request', REQUEST)
  expect(lines).toEqual([])
})

test('what is no frame, too long or on the wrong channel is dropped without a throw', async () => {
  const window = await start()
  const heard: ClientFrame[] = []
  say(window, 'phoenix:request', 'null')
  lines[0]?.onFrame((frame) => heard.push(frame))
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
  ]) {
    say(window, 'phoenix:request', text)
  }
  say(window, 'phoenix:cancel', REQUEST)
  expect(heard).toEqual([])
})

test('a page that is loaded anew gets a new line; the old one is closed', async () => {
  const window = await start()
  const closed = vi.fn()
  say(window, 'phoenix:request', REQUEST)
  lines[0]?.onClose(closed)
  window.webContents.emit('did-navigate')
  expect(closed).toHaveBeenCalledTimes(1)
  say(window, 'phoenix:request', REQUEST)
  expect(lines).toHaveLength(2)
  lines[0]?.send({ type: 'response', id: 9, result: { ok: true, value: null } })
  expect(window.webContents.sent).toEqual([])
})

test('a page that dies is loaded again, but not over and over', async () => {
  const window = await start()
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  expect(window.webContents.reloads).toBe(1)
})

test('a second start of Electron leaves at once and the first comes to the front', async () => {
  const window = await start()
  electronDouble.app.emit('second-instance')
  expect([window.focused, FakeWindow.all.length]).toEqual([1, 1])
  resetElectron()
  asked.hasInstanceLock = false
  await expect(start()).rejects.toThrow('no window')
  expect(asked.exits).toEqual([0])
})

test('promise 14: a data folder that a browser host holds is refused with a sentence', async () => {
  const { prepareDataFolder } = await import('../../adapters/system/data-folder.ts')
  prepareDataFolder(data())
  const lock = lockDataFolder(data())
  await expect(start()).rejects.toThrow('no window')
  expect(asked.exits).toEqual([1])
  expect(asked.errorBoxes).toEqual([expect.stringContaining(`process ${process.pid}`)])
  if (lock.ok) lock.value.release()
})

test('T27: quitting waits for the end of all work, and not for ever', async () => {
  await start()
  close = () => new Promise(() => undefined)
  const preventDefault = vi.fn()
  const startedAt = performance.now()
  electronDouble.app.emit('before-quit', { preventDefault })
  electronDouble.app.emit('before-quit', { preventDefault })
  await expect.poll(() => asked.exits.length, { timeout: 4_000 }).toBeGreaterThan(0)
  expect(performance.now() - startedAt).toBeLessThan(2_500)
  expect([preventDefault.mock.calls.length, closings]).toEqual([2, 1])
})

test('Electron keeps its own files inside the data folder', async () => {
  await start()
  expect(asked.userData).toBe(join(data(), 'electron'))
  expect(readdirSync(root).toSorted()).toEqual(['data', 'index.html', 'main.js'])
})
