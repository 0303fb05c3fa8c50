import { expect, test } from 'vitest'
import type { Json } from '../../../../e2e/fake-model-server/json.ts'
import type { FoundModel } from '../model-api/model-api.ts'
import { listOpenaiModels } from './list-models.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

/** What is found of a model that its endpoint lists so. */
async function found(fields: Json): Promise<FoundModel | undefined> {
  server().models = [{ id: 'a', ...fields }]
  const endpoint = { baseUrl: `${server().url}/v1`, apiKey: server().key, headers: {} }
  const models = await listOpenaiModels(endpoint, AbortSignal.timeout(5_000))
  return models.ok ? models.value[0] : undefined
}

const PRICING = { prompt: '0.0000025', completion: '0.00001', request: '0' }

test('an endpoint that says dollars for one token is understood in dollars for a million', async () => {
  const cache = { input_cache_read: '2.5e-7', input_cache_write: '0.000003125' }
  expect(await found({ pricing: { ...PRICING, ...cache } })).toEqual({
    id: 'a',
    contextTokens: null,
    price: { input: 2.5, output: 10, cacheRead: 0.25, cacheWrite: 3.125 },
  })
  expect(await found({ pricing: PRICING })).toMatchObject({
    price: { input: 2.5, output: 10, cacheRead: null, cacheWrite: null },
  })
  expect(await found({ pricing: { prompt: '0', completion: '0' } })).toMatchObject({
    price: { input: 0, output: 0 },
  })
})

test.each<[string, Json]>([
  ['none', {}],
  ['one that depends on what is asked', { pricing: { prompt: '-1', completion: '-1' } }],
  ['half of one', { pricing: { prompt: '0.000001' } }],
  ['numbers, which are for a million elsewhere', { pricing: { prompt: 0.3, completion: 1.2 } }],
  ['words', { pricing: { prompt: 'cheap', completion: '' } }],
  ['more than anything costs', { pricing: { prompt: '1', completion: '1' } }],
  ['something else', { pricing: 'free' }],
])('a price that is %s is unknown', async (_, fields) => {
  expect(await found(fields)).toEqual({ id: 'a', contextTokens: null, price: null })
})
