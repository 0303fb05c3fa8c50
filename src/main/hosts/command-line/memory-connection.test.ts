import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { memoryConnection } from './memory-connection.ts'

const ANSWER = { type: 'response', id: 1, result: { ok: true, value: {} } } as const

test('what the host sent before it closed arrives before the close, and nothing after it', async () => {
  const { client, host } = memoryConnection()
  const received: string[] = []
  client.onFrame(({ type }) => received.push(type))
  client.onClose(() => received.push('closed'))
  host.send(ANSWER)
  host.close()
  host.send(ANSWER)
  host.close()
  await setImmediate()
  expect(received).toEqual(['response', 'closed'])
})
