import { expect, test } from 'vitest'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { systemClock, systemTimers } from '../system/system-clock.ts'
import { createModelPort } from './model-port.ts'

test('loads the library of the endpoint, and leaves it to the request to say what is wrong', async () => {
  let loads = 0
  const load = (): Promise<unknown> => {
    loads += 1
    return Promise.reject(new Error('no such module'))
  }
  const endpoint = { apiKey: 'test-key', baseUrl: 'http://127.0.0.1:1', headers: {} }
  const port = createModelPort({
    endpointOf: (id) => (id === 'gone' ? null : { api: { ...anthropicApi, load }, endpoint }),
    timers: systemTimers,
    clock: systemClock,
    readBlob: () => null,
    log: { warn: () => undefined },
  })
  port.load?.(providerOf('gone'))
  expect(loads).toBe(0)
  port.load?.(providerOf('there'))
  expect(loads).toBe(1)
  // An unhandled rejection fails this test.
  await new Promise((resolve) => setImmediate(resolve))
})

function providerOf(endpoint: string): Provider {
  return { endpoint } as Provider
}
