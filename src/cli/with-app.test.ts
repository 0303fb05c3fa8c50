import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { FakeHost, settled } from '../client/fakes/fake-host.ts'
import { ok } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import type { OpenHost } from './terminal.ts'
import { enter } from './with-app.ts'

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
