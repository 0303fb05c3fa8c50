import { expect, test } from 'vitest'
import { ofJson } from '../../../../e2e/fake-model-server/replies.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { openaiApi } from '../openai-compatible/openai-api.ts'
import { responsesApi } from '../openai-responses/responses-api.ts'
import { serverForEach } from './fakes/fake-server.ts'
import { ask, modelAt } from './fakes/model-calls.ts'

const server = serverForEach()

test.each([anthropicApi, openaiApi, responsesApi].map((api) => [api.name, api] as const))(
  '%s: an error with the status 200 is that error, not a wrong address',
  async (_, api) => {
    const error = { type: 'rate_limit_error', message: 'Try again in 7 seconds.' }
    server().enqueue(ofJson({ type: 'error', error }))
    expect((await ask(modelAt(api, server().url))).outcome).toMatchObject({ kind: 'rateLimit' })
    for (const other of [{ data: [] }, { error: 'Unexpected endpoint or method.' }]) {
      server().enqueue(ofJson(other))
      expect((await ask(modelAt(api, server().url))).outcome).toMatchObject({
        kind: 'invalidRequest',
        detail: expect.stringContaining('check the base URL'),
      })
    }
  },
)

test('chat completions: an error in MiniMax’s own fields', async () => {
  const base_resp = { status_code: 1008, status_msg: 'insufficient balance' }
  server().enqueue(ofJson({ base_resp }))
  expect((await ask(modelAt(openaiApi, server().url))).outcome).toMatchObject({ kind: 'billing' })
})

test('chat completions: a reply that is not streamed counts', async () => {
  const call = {
    id: 'c',
    type: 'function',
    function: { name: 'bash', arguments: '{"command":"ls"}' },
  }
  const message = { role: 'assistant', content: 'Let me look.', tool_calls: [call] }
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
  server().enqueue(ofJson({ object: 'chat.completion', choices, usage: { prompt_tokens: 9 } }))
  const { outcome, started } = await ask(modelAt(openaiApi, server().url))
  expect(outcome).toMatchObject({
    type: 'responded',
    end: 'toolUse',
    usage: { inputTokens: 9 },
    blocks: [
      { type: 'text', text: 'Let me look.' },
      { type: 'toolCall', name: 'bash', input: { value: { command: 'ls' } } },
    ],
  })
  expect(started).toBe(1)
})
