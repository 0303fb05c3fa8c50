import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { inOwnTurn } from './own-turn.ts'

test('an arrival waits for only one of several tasks queued to run next', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const near = connect(address.port, '127.0.0.1')
  const [far] = (await once(server, 'connection')) as [Socket]
  const happened: string[] = []
  near.on('data', () => happened.push('arrived'))
  await new Promise<void>((resolve) => {
    inOwnTurn(() => {
      happened.push('first')
      far.write('x')
    })
    inOwnTurn(() => happened.push('second'))
    inOwnTurn(() => happened.push('third'))
    inOwnTurn(resolve)
  })
  expect(happened).toEqual(['first', 'arrived', 'second', 'third'])
  near.destroy()
  server.close()
})
