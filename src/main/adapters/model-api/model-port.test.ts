import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { ownTurn } from '../system/own-turn.ts'
import { systemClock, systemTimers } from '../system/system-clock.ts'
import { ask, beginCall, modelAt } from './fakes/model-calls.ts'
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
    readBlob: () => Promise.resolve(ok(null)),
    log: { warn: () => undefined },
  })
  port.load?.(providerOf('gone'))
  await ownTurn()
  expect(loads).toBe(0)
  port.load?.(providerOf('there'))
  // An unhandled rejection fails this test.
  await ownTurn()
  await ownTurn()
  expect(loads).toBe(1)
})

test('while an image cannot be read, nothing is sent without it, and the person is told which and why', async () => {
  const { copy: blob, ...image } = testAttachment('cat.png')
  let asked = 0
  const api = { ...anthropicApi, ask: () => ((asked += 1), Promise.reject(new Error('asked'))) }
  const endpoint = { apiKey: 'test-key', baseUrl: 'http://127.0.0.1:1', headers: {} }
  const time = new ManualTime()
  const port = createModelPort({
    endpointOf: () => ({ api, endpoint }),
    timers: time,
    clock: time,
    readBlob: () => Promise.resolve(failed('the disk reports an error')),
    log: { warn: () => undefined },
  })
  const messages = [{ role: 'user', blocks: [{ type: 'image', blob, ...image }] } as const]
  const request = { system: '', tools: [], messages }
  const { outcome } = beginCall(port, { request })
  await time.advance(10_000)
  expect(await outcome).toMatchObject({
    type: 'failed',
    kind: 'internal',
    detail:
      'cat.png cannot be read right now: the disk reports an error. Nothing was sent. Retry; your message is kept.',
  })
  expect(asked).toBe(0)
})

test('usage that no request can have counts as none', async () => {
  const usage = { ...NO_USAGE, inputTokens: 100, outputTokens: Number.MAX_VALUE }
  const reply = { blocks: [{ type: 'text', text: 'Hi' }], end: 'endTurn', usage } as const
  const api = { ...anthropicApi, ask: () => Promise.resolve({ type: 'replied', reply } as const) }
  const { outcome } = await ask(modelAt(api, 'http://127.0.0.1:1'))
  expect(outcome).toEqual({ type: 'responded', ...reply, usage: NO_USAGE })
})

test.each([
  [0, 0],
  [40_000, 40_000],
  [1e23, 30 * 24 * 3_600_000],
  [null, null],
])('a server that wants no requests for %s ms is left alone for %s', async (ms, waited) => {
  const answer = { type: 'failed', fault: { type: 'rateLimited' }, retryAfterMs: ms } as const
  const api = { ...anthropicApi, ask: () => Promise.resolve(answer) }
  const { outcome } = await ask(modelAt(api, 'http://127.0.0.1:1'))
  expect(outcome).toMatchObject({ type: 'failed', kind: 'rateLimit', retryAfterMs: waited })
})

function providerOf(endpoint: string): Provider {
  return { endpoint } as Provider
}
