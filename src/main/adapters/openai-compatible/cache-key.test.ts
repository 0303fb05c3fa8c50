import { expect, test } from 'vitest'
import { chatRefusal } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { response } from '../../../../e2e/fake-model-server/response-replies.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { responsesApi } from '../openai-responses/responses-api.ts'
import { takesCacheKey } from './cache-key.ts'

const server = serverForEach()

test('requests of a conversation have one key, and none if the server does not know it', async () => {
  const words = "Unknown parameter: 'prompt_cache_key'."
  const unknown = chatRefusal(400, { message: words, param: 'prompt_cache_key' })
  server().enqueue(response([text('Hi')]), unknown, response([text('On')]), response([text('On')]))
  const model = modelAt(responsesApi, server().url)
  for (let time = 1; time <= 3; time++) {
    expect((await ask(model)).outcome).toMatchObject({ type: 'responded' })
  }
  expect(server().requests.map(({ body }) => body['prompt_cache_key'])).toEqual([
    'conversation',
    'conversation',
    undefined,
    undefined,
  ])
})

test.each([
  ['https://api.openai.com/v1', true],
  ['https://mine.openai.azure.com/openai', true],
  ['https://api.mistral.ai/v1', false],
  ['https://api.openai.com.example.org/v1', false],
])('for chat completions only OpenAI’s own server is known to accept it: %s', (baseUrl, takes) => {
  expect(takesCacheKey({ baseUrl })).toBe(takes)
})
