import { expect, test } from 'vitest'
import type { Json } from '../../../../e2e/fake-model-server/json.ts'
import type { FoundModel } from '../model-api/model-api.ts'
import { listOpenaiModels } from './list-models.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

/** The model found in such a list entry of its endpoint. */
async function found(fields: Json): Promise<FoundModel | undefined> {
  server().models = [{ id: 'a', ...fields }]
  const endpoint = { baseUrl: `${server().url}/v1`, apiKey: server().key, headers: {} }
  const models = await listOpenaiModels(endpoint, AbortSignal.timeout(5_000))
  return models.ok ? models.value[0] : undefined
}

const PRICING = { prompt: '0.0000025', completion: '0.00001', request: '0' }

test('prices in dollars per token are converted to dollars per million', async () => {
  const cache = { input_cache_read: '2.5e-7', input_cache_write: '0.000003125' }
  expect(await found({ pricing: { ...PRICING, ...cache } })).toEqual({
    id: 'a',
    contextTokens: null,
    outputTokens: null,
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
  expect(await found(fields)).toEqual({
    id: 'a',
    contextTokens: null,
    outputTokens: null,
    price: null,
  })
})

test.each<[string, Json, number]>([
  ['vLLM', { max_model_len: 32_768 }, 32_768],
  ['OpenRouter and Together', { context_length: 163_840 }, 163_840],
  ['Groq', { context_window: 131_072 }, 131_072],
  ['LM Studio', { max_context_length: 262_144, loaded_context_length: 8_192 }, 8_192],
  ['Mistral', { max_context_length: 262_144 }, 262_144],
  ['DeepInfra', { metadata: { context_length: 40_960 } }, 40_960],
  ['llama.cpp', { meta: { n_ctx_train: 131_072 } }, 131_072],
  ['llama.cpp of today', { meta: { n_ctx: 16_384, n_ctx_train: 131_072 } }, 16_384],
])('how much a model can read is known from the list of %s', async (_, fields, contextTokens) => {
  expect(await found(fields)).toMatchObject({ contextTokens })
})

test('a list with no limit, or an impossible one, leaves it open', async () => {
  for (const fields of [{}, { context_length: 0 }, { context_window: 'much' }, { meta: [] }]) {
    expect(await found(fields)).toMatchObject({ contextTokens: null })
  }
})

test('Ollama is asked about each of its models: the configured context counts before that of the model', async () => {
  server().models = ['made', 'set', 'silent', 'gone'].map((id) => ({ id, owned_by: 'library' }))
  server().shown = {
    made: { model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 } },
    set: {
      parameters: 'stop            "<|im_end|>"\nnum_ctx         8192',
      model_info: { 'llama.context_length': 131_072 },
    },
    silent: {},
  }
  const endpoint = { baseUrl: `${server().url}/v1`, apiKey: server().key, headers: {} }
  const models = await listOpenaiModels(endpoint, AbortSignal.timeout(5_000))
  expect(models.ok && models.value.map(({ id, contextTokens }) => [id, contextTokens])).toEqual([
    ['made', 40_960],
    ['set', 8_192],
    ['silent', null],
    ['gone', null],
  ])
})

test('an Ollama with only foreign models is recognised by its own answer', async () => {
  server().shown = { a: { model_info: { 'gemma3.context_length': 131_072 } } }
  expect(await found({ owned_by: 'hf.co' })).toMatchObject({ contextTokens: 131_072 })
})

test('no other server is asked about its models one by one', async () => {
  expect(await found({ owned_by: 'openai' })).toMatchObject({ contextTokens: null })
  // The list, and whether it is an Ollama.
  expect(server().requests).toHaveLength(2)
})

async function named(fields: Json): Promise<string | undefined> {
  return (await found(fields))?.displayName
}

test('what a list calls a model is kept if it is a name and no second id', async () => {
  // OpenRouter, Together, Mistral.
  expect(await named({ name: ' Acme: Seven 7B ' })).toBe('Acme: Seven 7B')
  expect(await named({ display_name: 'Acme Seven', name: 'other 1' })).toBe('Acme Seven')
  expect(await named({ name: 'acme-seven-2512' })).toBeUndefined()
  expect(await named({ name: `A ${'b'.repeat(200)}` })).toBeUndefined()
  expect(await named({ name: 7 })).toBeUndefined()
})
