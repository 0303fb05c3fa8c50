import { randomUUID } from 'node:crypto'
import { globSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../../../e2e/fake-model-server/fake-model-server.ts'
import { bash, text } from '../../../../e2e/fake-model-server/parts.ts'
import { message } from '../../../../e2e/fake-model-server/replies.ts'
import { filesHolding } from '../../../../e2e/support/stored-log.ts'
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/protocol/commands.ts'
import { HostFrame } from '../../../shared/protocol/frames.ts'
import { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import { startPhoenix } from '../../start-phoenix.ts'
import { sourceWorkers } from '../../workers.ts'
import { recorded, sendToMain } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { openKeyring } from './open-keyring.ts'
import type { FakeKeyring } from './safe-storage-double.fixture.ts'
import { utilityChannel } from './utility-channel.ts'
import type { FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

const KEY = 'taint-key-3f1c'
const HEADER = 'taint-header-77ab'
const LOOK = 'env; cat /proc/$PPID/environ; cat /proc/[0-9]*/cmdline | tr "\\0" " "'
const BASIC_TEXT = { backend: 'basic_text', password: null } as const

let rig: Rig
let model: FakeModelServer
let window: FakeWindow
let count: number

beforeEach(async () => {
  model = await startFakeModelServer({ key: KEY })
  count = 0
})
afterEach(async () => {
  await rig.end()
  await model.close()
})

/** The whole program on the double, on a Linux with this keyring. */
async function start(keyring: Partial<FakeKeyring>): Promise<void> {
  rig = createRig()
  Object.assign(recorded.keyring, keyring)
  rig.compose = async (dataFolder) =>
    startPhoenix({
      dataFolder,
      environment: {
        PATH: process.env['PATH'],
        PHOENIX_PERMISSIONS: 'auto',
        PHOENIX_SANDBOX: 'off',
        PHOENIX_LOG: 'debug',
      },
      workers: sourceWorkers(),
      processHost: utilityChannel(join(import.meta.dirname, 'utility-entry.ts')),
      terminalHost: utilityChannel(join(import.meta.dirname, 'terminal-utility-entry.ts')),
      keyring: await openKeyring({ dataFolder, platform: 'linux', now: () => 0 }),
      loginShell: null,
      chooseFolder: null,
      desktop: null,
    })
  window = await rig.start()
}

const sent = (): readonly string[] => window.webContents.sent.map(([, frame]) => String(frame))

/** Sends a request and receives the answer as the page does, by the channels of the preload script. */
async function request<Name extends CommandName>(
  command: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  count += 1
  const id = count
  const frame = JSON.stringify({ type: 'request', id, command, input })
  sendToMain(rig.eventOf(window), 'phoenix:request', frame)
  const answer = (): Result<unknown, unknown> | undefined => {
    const frames = sent().map((each) => HostFrame.parse(JSON.parse(each)))
    return frames.flatMap((each) =>
      each.type === 'response' && each.id === id ? [each.result] : [],
    )[0]
  }
  await expect.poll(answer).toMatchObject({ ok: true })
  const result = answer()
  return (result?.ok === true ? result.value : null) as CommandOutput<Name>
}

const isAnswered = (): boolean =>
  sent().some((frame) => frame.includes('Seen.') && frame.includes('"idle"'))

/** The user enters a key and an endpoint with a key and a header, and a tool searches for them. */
async function live(): Promise<void> {
  await request('app.open', {})
  await request('settings.save', {
    model: 'claude-test',
    baseUrl: model.url,
    apiKey: KEY,
    automaticTitles: false,
    behaviour: {},
  })
  await request('endpoint.save', {
    id: 'lab',
    kind: 'anthropic',
    baseUrl: model.url,
    models: [],
    timeouts: {},
    apiKey: KEY,
    headers: { 'X-Pass': HEADER },
  })
  const conversationId = ConversationId.parse(randomUUID())
  const folder = join(rig.root, 'work')
  mkdirSync(folder, { recursive: true })
  model.enqueue(message([bash(LOOK)]), message([text('Seen.')]))
  await request('conversation.create', { conversationId, folder })
  await request('conversation.open', { conversationId })
  const messageId = MessageId.parse(randomUUID())
  await request('message.send', {
    conversationId,
    messageId,
    text: 'Look',
    attachments: [],
    mode: 'policy',
  })
  await expect.poll(isAnswered, { timeout: 20_000 }).toBe(true)
  expect(model.requests.at(-1)?.headers['x-api-key']).toBe(KEY)
}

/** Neither the page nor the tool, nor through the tool the model, has received a key. */
function expectNoKeySent(): void {
  const requested = model.requests.map(({ body }) => JSON.stringify(body)).join('')
  expect(requested.includes('PATH=')).toBe(true)
  for (const secret of [KEY, HEADER]) {
    expect(sent().filter((frame) => frame.includes(secret))).toEqual([])
    expect(requested.includes(secret)).toBe(false)
  }
}

describe('row 31', () => {
  test(
    'with a keyring a key is in nothing sent to the page, no tool, no argument and no file',
    { timeout: 60_000 },
    async () => {
      await start({ backend: 'gnome_libsecret' })
      await live()
      expect((await request('app.open', {})).settings).toMatchObject({
        keySource: 'settings',
        keyRest: 'sealed',
        endpoints: [{ id: 'lab', hasKey: true, headerNames: ['X-Pass'], keyRest: 'sealed' }],
      })
      expectNoKeySent()
      for (const secret of [KEY, HEADER]) expect(filesHolding(secret, rig.root)).toEqual([])
      expect(globSync('data/*.key', { cwd: rig.root })).toHaveLength(2)
      expect(filesHolding('turn ended', rig.root)).toContain('data/log/phoenix.log')
    },
  )

  test(
    'with basic_text nothing is written before a person agrees to the file, and then no other file holds it',
    { timeout: 60_000 },
    async () => {
      await start(BASIC_TEXT)
      await live()
      expectNoKeySent()
      for (const secret of [KEY, HEADER]) expect(filesHolding(secret, rig.root)).toEqual([])
      expect(globSync('data/*.key', { cwd: rig.root })).toEqual([])
      expect(await request('keys.keep', { rest: 'file' })).toMatchObject({
        keyRest: 'file',
        keys: { keyring: 'missing', rest: 'file' },
        endpoints: [{ keyRest: 'file' }],
      })
      const files = ['data/anthropic.key', 'data/lab.key']
      expect(filesHolding(KEY, rig.root).toSorted()).toEqual(files)
      for (const file of files) expect(statSync(join(rig.root, file)).mode & 0o777).toBe(0o600)
      expectNoKeySent()
    },
  )
})
