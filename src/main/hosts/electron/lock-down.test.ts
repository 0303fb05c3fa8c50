import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recorded, ipcMain, sendToMain } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { FakeWindow, refusedBy } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

const PROJECT = join(import.meta.dirname, '../../../..')
const OPEN = 1

let rig: Rig
let window: FakeWindow

beforeEach(async () => {
  rig = createRig()
  window = await rig.start()
})
afterEach(() => rig.end())

const get = (url: string, method = 'GET'): Response | undefined =>
  recorded.answerApp?.(new Request(url, { method }))
const preference = (name: string): unknown => Object(window.options['webPreferences'])[name]
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function follow(url: string, press: number): Promise<void> {
  recorded.presses = [press]
  expect(window.webContents.openHandler?.({ url })).toEqual({ action: 'deny' })
  await settled()
}

function answersOf(handler: string, ...args: unknown[]): readonly unknown[] {
  const answers: unknown[] = []
  const found = recorded.permissions[handler]
  if (found === undefined) throw new Error(`no handler for ${handler}`)
  const answer = (answer: unknown): void => void answers.push(answer)
  const answered: unknown = Reflect.apply(found, null, [...args, answer])
  return answered === undefined ? answers : [answered]
}

const HOSTILE = [
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

/** Each point of Electron's security checklist that a double can show. 16 and 19 concern packaging. */
const POINTS: readonly (readonly [string, () => void | Promise<void>])[] = [
  [
    '1 and 18: the page comes from app://phoenix, by the exact names of the build, by GET alone',
    () => {
      expect(window.address).toBe('app://phoenix/')
      expect(recorded.schemes).toEqual([
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ])
      expect(get('app://phoenix/')?.status).toBe(200)
      expect(get('app://phoenix/main.js')?.headers.get('content-type')).toMatch(/^text\/javascript/)
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
    },
  ],
  ['2: no Node in the page', () => expect(preference('nodeIntegration')).toBe(false)],
  ['3: the page is isolated', () => expect(preference('contextIsolation')).toBe(true)],
  [
    '4: the page is in a sandbox, as all are',
    () => expect([preference('sandbox'), recorded.isSandboxed]).toEqual([true, true]),
  ],
  [
    '5: every permission and every device is denied, asked for or looked up',
    () => {
      for (const name of [
        'media',
        'geolocation',
        'notifications',
        'clipboard-read',
        'openExternal',
        'hid',
      ]) {
        expect(answersOf('request', null, name)).toEqual([false])
        expect(answersOf('check', null, name)).toEqual([false])
      }
      expect(answersOf('device', {})).toEqual([false])
      expect(answersOf('bluetooth', {})).toEqual([{ confirmed: false }])
      expect(answersOf('screen', {})).toEqual([null])
    },
  ],
  ['6: webSecurity stays on', () => expect(preference('webSecurity')).toBe(true)],
  [
    '7: every answer carries the policy, refusals too',
    () => {
      for (const path of ['/', '/main.js', '/nothing']) {
        const policy = get(`app://phoenix${path}`)?.headers.get('content-security-policy')
        expect(policy).toMatch(
          /^default-src 'none'; script-src 'self'; .+require-trusted-types-for/,
        )
      }
    },
  ],
  [
    '8, 9 and 10: no preference beside those that are known',
    () =>
      expect(Object.keys(Object(window.options['webPreferences'])).toSorted()).toEqual([
        'contextIsolation',
        'devTools',
        'nodeIntegration',
        'preload',
        'sandbox',
        'spellcheck',
        'webSecurity',
        'webviewTag',
      ]),
  ],
  [
    '11 and 12: no webview, and none can be attached',
    () => {
      expect(preference('webviewTag')).toBe(false)
      expect(refusedBy(window.webContents, 'will-attach-webview', {}, {})).toBe(true)
    },
  ],
  [
    '13: no navigation, redirect or frame leads out of the page',
    () => {
      for (const url of ['https://example.org/', 'app://phoenix/other', ...HOSTILE]) {
        // It may load itself again.
        if (url === 'app://phoenix/') continue
        expect(window.webContents.navigate(url)).toBe(false)
      }
      expect(window.webContents.navigate('app://phoenix/', false)).toBe(false)
      for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
        expect([event, refusedBy(window.webContents, event, 'https://example.org/')]).toEqual([
          event,
          true,
        ])
      }
      expect(window.address).toBe('app://phoenix/')
    },
  ],
  [
    '14 and 15: no window is opened; addresses that are not of the web or a mail are not even asked about',
    async () => {
      for (const url of HOSTILE) await follow(url, OPEN)
      expect([recorded.questions, recorded.opened, FakeWindow.all.length]).toEqual([[], [], 1])
    },
  ],
  [
    '15: a person sees the whole host first, and says yes',
    async () => {
      const addresses = [
        ['https://example.org:8443/a?b#c', 'Open example.org:8443 in your browser?'],
        ['https://google.com@evil.example/', 'Open evil.example in your browser?'],
        ['https://аpple.com/', 'Open xn--pple-43d.com in your browser?'],
        ['mailto:a@example.org', 'Write an email to a@example.org?'],
      ] as const
      for (const [url, question] of addresses) {
        await follow(url, 0)
        expect(recorded.questions.at(-1)).toMatchObject({ message: question, cancelId: 0 })
      }
      expect(recorded.opened).toEqual([])
      for (const [url] of addresses) await follow(url, OPEN)
      expect(recorded.opened).toEqual(addresses.map(([url]) => new URL(url).href))
    },
  ],
  [
    '15: an address is never too long for its question, or it is not asked about',
    async () => {
      const long = 'a.'.repeat(5_000)
      await follow(`mailto:${long}@example.org`, 0)
      expect(Object(recorded.questions.at(-1))['message'].length).toBeLessThan(600)
      await follow(`https://example.org.${long}evil.example/`, OPEN)
      expect([recorded.questions.length, recorded.opened]).toEqual([1, []])
    },
  ],
  [
    '15: a page that opens many is asked about once at a time',
    async () => {
      for (let at = 0; at < 50; at += 1) {
        window.webContents.openHandler?.({ url: `https://example.org/${at}` })
      }
      await settled()
      expect(recorded.questions).toHaveLength(1)
    },
  ],
  [
    '17: only the own page is heard: no inner frame, no other window, no other origin',
    () => {
      const strangers = [
        { ...rig.eventOf(window), senderFrame: null },
        { ...rig.eventOf(window), senderFrame: { origin: 'app://phoenix' } },
        { ...rig.eventOf(window), sender: {} },
      ]
      for (const stranger of strangers) {
        sendToMain(stranger, 'phoenix:request', REQUEST)
        sendToMain(stranger, 'phoenix:cancel', CANCEL)
      }
      for (const origin of ['https://evil.example', 'app://phoenix.evil', 'null', '']) {
        window.webContents.mainFrame.origin = origin
        sendToMain(rig.eventOf(window), 'phoenix:request', REQUEST)
      }
      expect(rig.connections).toEqual([])
    },
  ],
  [
    '20: four channels and nothing else: no handler to invoke, no API of Electron over the bridge',
    () => {
      expect(new Set(ipcMain.eventNames())).toEqual(
        new Set(['phoenix:cancel', 'phoenix:read', 'phoenix:request']),
      )
      expect(recorded.invocable).toEqual([])
      const preload = readFileSync(join(PROJECT, 'src/preload/index.ts'), 'utf8')
      expect(preload.match(/ipcRenderer\.\w+\('[^']+'/g)).toEqual([
        "ipcRenderer.send('phoenix:request'",
        "ipcRenderer.send('phoenix:cancel'",
        "ipcRenderer.send('phoenix:read'",
        "ipcRenderer.on('phoenix:event'",
        "ipcRenderer.off('phoenix:event'",
      ])
    },
  ],
]

const REQUEST = '{"type":"request","id":1,"command":"app.open","input":{}}'
const CANCEL = '{"type":"cancel","id":2,"conversationId":"c1"}'

describe('row 27', () => {
  test.each(POINTS)('%s', async (_point, show) => show())
})
