import { expect, onTestFinished, test } from 'vitest'
import { type SharedAccess, shareAccess } from './share-access.ts'

const never = new Promise<never>(() => undefined)

/** A window on a channel that only this test uses. */
function windowOn(name: string, patience: Promise<unknown> = never): SharedAccess {
  const channel = new BroadcastChannel(name)
  onTestFinished(() => channel.close())
  return shareAccess(channel, () => patience)
}

test('a connected window lets another one in, a disconnected one stays silent', async () => {
  const name = crypto.randomUUID()
  const [cut, connected, fresh] = [windowOn(name), windowOn(name), windowOn(name)]
  cut.offer(() => null)
  connected.offer(() => 'T')
  expect(await fresh.ask()).toBe('T')
})

test('without an answer in time there is no access', async () => {
  const alone = windowOn(crypto.randomUUID(), Promise.resolve())
  expect(await alone.ask()).toBeNull()
})
