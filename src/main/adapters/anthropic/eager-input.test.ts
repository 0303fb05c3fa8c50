import { expect, test } from 'vitest'
import { isJson } from '../../../../e2e/fake-model-server/json.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../../../../e2e/fake-model-server/replies.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/timeouts.ts'
import { ask, modelAt } from '../model-api/fakes/asking.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { anthropicApi } from './anthropic-api.ts'

const server = serverForEach()

const REQUEST = {
  system: 'You are a test.',
  tools: ['bash', 'write_file'].map((name) => ({ name, description: name, inputSchema: {} })),
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }],
} as const

function asking(model: string) {
  const limits = { contextTokens: 200_000, outputTokens: 8_192 }
  const provider = { endpoint: 'anthropic', model, limits, timeouts: DEFAULT_TIMEOUTS, price: null }
  return { provider, request: REQUEST }
}

/** Of each request, whether its tools ask for it. */
function eager(): readonly (readonly unknown[])[] {
  return server().requests.map(({ body }) => {
    const { tools } = body
    if (!Array.isArray(tools)) throw new Error('no tools')
    return tools.map((tool: unknown) => (isJson(tool) ? tool['eager_input_streaming'] : null))
  })
}

test('the input of every tool is asked for as it comes, of a Claude that is known alone', async () => {
  const model = modelAt(anthropicApi, server().url)
  for (const name of ['claude-opus-4-8', 'deepseek-chat']) {
    server().enqueue(message([text('Hi')]))
    expect((await ask(model, asking(name))).outcome).toMatchObject({ type: 'responded' })
  }
  expect(eager()).toEqual([
    [true, true],
    [undefined, undefined],
  ])
})

test('a server that refuses the field is asked without, at once and from then on', async () => {
  const words = 'tools.0.custom.eager_input_streaming: Extra inputs are not permitted'
  server().enqueue(
    refusal(400, { type: 'invalid_request_error', message: words }),
    message([text('Hi')]),
    message([text('Again')]),
  )
  const model = modelAt(anthropicApi, server().url)
  for (let time = 1; time <= 2; time++) {
    const { outcome } = await ask(model, asking('claude-opus-4-8'))
    expect(outcome).toMatchObject({ type: 'responded' })
  }
  const without = [undefined, undefined]
  expect(eager()).toEqual([[true, true], without, without])
})
