import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { FakeHost, settled } from '../client/fakes/fake-host.ts'
import { SAMPLE_SETTINGS } from '../client/fakes/sample-settings.ts'
import { failed, ok } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import type { CommandHost, OpenHost } from './terminal.ts'
import { EXIT } from './exit-codes.ts'
import { enter, withApp } from './with-app.ts'

/** Hosts that are opened one after the other. */
function hosts() {
  const opened: FakeHost[] = []
  const closed: FakeHost[] = []
  const openHost = () => {
    const host = new FakeHost()
    opened.push(host)
    const client = createClient()
    const gone = client.attach(host.connect())
    const close = () => Promise.resolve(void closed.push(host))
    return Promise.resolve(ok<OpenHost>({ client, type: 'running', closed: gone, close }))
  }
  return { opened, closed, openHost }
}

test('a host that ends as a command connects is left, and the next one is asked', async () => {
  const { closed, openHost, opened } = hosts()
  const entering = enter({ openHost })
  await settled()
  opened[0]?.cut()
  await settled()
  expect(closed).toEqual([opened[0]])
  opened[1]?.last('app.open').answer({ version: VERSION })
  expect(await entering).toMatchObject({ ok: true, value: { opened: { version: VERSION } } })
  expect([opened.length, closed.length]).toEqual([2, 1])
})

test.each([
  [false, 'Its disk is full. Free some space.', 'Its disk is full. Free some space.'],
  [true, 'It is damaged.', 'It is damaged. Start the app to see what can be restored.'],
])(
  'a database that is not open (damaged: %s) is refused with the reason',
  async (isDamaged, found, says) => {
    const { closed, openHost, opened } = hosts()
    const entering = enter({ openHost })
    await settled()
    opened[0]?.last('app.open').refuse({ code: 'recovering', message: 'Reload this window.' })
    await settled()
    const view = { file: 'phoenix.db', found, isDamaged, rescued: null, problem: null }
    opened[0]?.last('recovery.read').answer(view)
    expect(await entering).toEqual({ ok: false, error: says })
    expect(closed).toEqual(opened)
  },
)

test('hosts that let nobody in are not asked forever', async () => {
  const { closed, openHost, opened } = hosts()
  const entering = enter({ openHost })
  for (let count = 0; count < 10; count += 1) {
    await settled()
    opened.at(-1)?.cut()
  }
  expect(await entering).toEqual({
    ok: false,
    error: expect.stringMatching(/^Phoenix closed the connection .* Try again\.$/),
  })
  expect(closed).toEqual(opened)
})

test('a command that fails beside a host of another version says so', async () => {
  const { openHost, opened } = hosts()
  const notes: string[] = []
  const terminal = { note: (line: string) => void notes.push(line) }
  const command = { openHost, terminal } as unknown as CommandHost
  const left = withApp(command, () => Promise.resolve(failed('There is no command list.rows.')))
  await settled()
  opened[0]?.last('app.open').answer({
    conversations: [],
    isWhole: true,
    settings: SAMPLE_SETTINGS,
    now: 0,
    homeFolder: '/home/me',
    version: '0.0.9',
    hasFolderDialog: false,
    hasDesktop: false,
    sandboxMissing: null,
    storageTrouble: null,
    folderWarning: null,
  })
  expect(await left).toBe(EXIT.failed)
  expect(notes).toEqual([
    `Phoenix 0.0.9 is running, and this command is of version ${VERSION}. If something does not work, quit Phoenix and start it again with the newer one.`,
    'There is no command list.rows.',
  ])
})
