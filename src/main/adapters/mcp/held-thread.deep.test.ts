import { expect, test } from 'vitest'
import { holdThread } from '../system/held-thread.fixture.ts'
import { createMcpRig, unruly } from './mcp-rig.fixture.ts'

test('a server that showed that it is alive while the thread was held is not ended after a stopped call', async () => {
  await using rig = createMcpRig({ u: unruly('hang-in-call') })
  await rig.ready()
  const [name = ''] = rig.names()
  const [connection] = rig.servers.connectionsIn(rig.place)
  const session = connection?.running
  const stop = new AbortController()
  const called = rig.call(name, {}, { signal: stop.signal })
  await session?.client.ping()
  stop.abort()
  expect((await called).outcome).toBe('aborted')
  await holdThread(2_100, () => undefined)
  await session?.client.ping()
  expect(connection?.running).toBe(session)
})
