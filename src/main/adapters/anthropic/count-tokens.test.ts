import { expect, test } from 'vitest'
import { message } from '../../../../e2e/fake-model-server/replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { openaiApi } from '../openai-compatible/openai-api.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import type { Counted, ModelPort } from '../../runtime/ports/ports.ts'
import { anthropicApi } from './anthropic-api.ts'

const server = serverForEach()

const PROVIDER = { ...testContext().primary, model: 'claude-opus-4-8' }
const TOOL = { name: 'bash', description: 'Runs it', inputSchema: {} }

function counted(signal = new AbortController().signal): Counted {
  const userMessage = { role: 'user', blocks: [{ type: 'text', text: 'Hello' }] } as const
  const request = { system: 'You are a test.', tools: [TOOL], messages: [userMessage] }
  return { request, effort: 'high', webSearch: true, signal }
}

function count(model: ModelPort, of = counted()) {
  return model.counterOf?.(PROVIDER)?.(of)
}

test('a request is counted as it would be sent, without the fields that only affect the reply', async () => {
  const model = modelAt(anthropicApi, server().url)
  const outcome = await count(model)
  server().enqueue(message([text('Hi')]))
  const { signal: _, ...call } = counted()
  await ask(model, { ...call, provider: PROVIDER })
  const [bodyOfCount, bodyOfAsk] = server().requests.map(({ body }) => body)
  const { max_tokens: most, stream, ...same } = bodyOfAsk ?? {}
  expect(bodyOfCount).toEqual(same)
  expect([typeof most, stream]).toEqual(['number', true])
  expect(outcome).toEqual({ ok: true, value: JSON.stringify(same).length })
  const betas = server().requests.map(({ headers }) => headers['anthropic-beta'])
  expect(betas[0]).toBe(betas[1])
})

test('no other API counts', () => {
  expect(modelAt(openaiApi, server().url).counterOf?.(PROVIDER)).toBeNull()
})

test('the reason that counting failed is reported in a sentence, without the key', async () => {
  const wrong = modelAt(anthropicApi, server().url, { apiKey: 'wrong-key' })
  expect(await count(wrong)).toEqual({ ok: false, error: 'The API key was refused.' })
  const none = modelAt(anthropicApi, 'nowhere')
  expect(await count(none)).toMatchObject({ ok: false, error: expect.stringContaining('base URL') })
})

test('a stopped parse is reported as too slow', async () => {
  const stop = new AbortController()
  const counting = count(modelAt(anthropicApi, server().url), counted(stop.signal))
  stop.abort()
  expect(await counting).toMatchObject({ ok: false, error: expect.stringContaining('too long') })
})
