import { expect, onTestFinished, test } from 'vitest'
import { startTestHost } from '../browser/host.fixture.ts'
import { openConnection, response, textOf } from './sockets.fixture.ts'

test('one large snapshot does not make a reading client count as slow', async () => {
  const testHost = await startTestHost()
  onTestFinished(() => testHost.end())
  const { connection, socket } = await openConnection(testHost)
  const arrived = new Promise<number>((resolve) => {
    socket.on('message', (data) => {
      if (textOf(data).includes('last')) resolve(1)
    })
  })
  connection.send(response(0, 'x'.repeat(20 * 1024 * 1024)))
  for (let id = 1; id < 50; id += 1) connection.send(response(id, 'event'))
  connection.send(response(50, 'last'))
  expect(await arrived).toBe(1)
})
