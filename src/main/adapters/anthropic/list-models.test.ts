import { expect, test } from 'vitest'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { listAnthropicModels } from './list-models.ts'

const server = serverForEach()

test('models are listed with their sizes and the names that people say', async () => {
  server().models = [
    {
      id: 'acme-7',
      display_name: 'Acme Seven',
      max_input_tokens: 200_000,
      max_tokens: 64_000,
    },
    { id: 'acme-8', display_name: '' },
  ]
  const endpoint = { baseUrl: server().url, apiKey: server().key, headers: {} }
  expect(await listAnthropicModels(endpoint, AbortSignal.timeout(5_000))).toEqual({
    ok: true,
    value: [
      {
        id: 'acme-7',
        displayName: 'Acme Seven',
        contextTokens: 200_000,
        outputTokens: 64_000,
        price: null,
      },
      { id: 'acme-8', contextTokens: null, outputTokens: null, price: null },
    ],
  })
})
