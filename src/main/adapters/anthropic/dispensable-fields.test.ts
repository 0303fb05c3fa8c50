import { expect, test } from 'vitest'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../../../../e2e/fake-model-server/replies.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { anthropicApi } from './anthropic-api.ts'

const server = serverForEach()

const REQUEST = {
  system: 'You are a test.',
  tools: ['bash', 'write_file'].map((name) => ({ name, description: name, inputSchema: {} })),
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }],
} as const

const HOUR = /"ttl":"1h"/g
const EAGER = /"eager_input_streaming":true/g

function asking(model: string) {
  const limits = { contextTokens: 200_000, outputTokens: 8_192 }
  const provider = { endpoint: 'anthropic', model, limits, timeouts: DEFAULT_TIMEOUTS, price: null }
  return { provider, request: REQUEST }
}

/** How often the field occurs in each request. */
function times(field: RegExp): readonly number[] {
  return server().requests.map(({ body }) => JSON.stringify(body).match(field)?.length ?? 0)
}

test("every tool's input is streamed, but only for a known Claude", async () => {
  const model = modelAt(anthropicApi, server().url)
  for (const name of ['claude-opus-4-8', 'deepseek-chat']) {
    server().enqueue(message([text('Hi')]))
    expect((await ask(model, asking(name))).outcome).toMatchObject({ type: 'responded' })
  }
  expect(times(EAGER)).toEqual([2, 0])
})

test.each([
  ['system.0.cache_control.ephemeral.ttl: Extra inputs are not permitted', HOUR, EAGER],
  ['tools.0.custom.eager_input_streaming: Extra inputs are not permitted', EAGER, HOUR],
])(
  'a server that says %s is asked again without the field, at once and from then on',
  async (words, refused, kept) => {
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
    const [first, ...later] = times(refused)
    expect(first).toBeGreaterThan(0)
    expect(later).toEqual([0, 0])
    expect(times(kept).every((count) => count > 0)).toBe(true)
    expect(times(/"cache_control":/g).every((count) => count > 0)).toBe(true)
  },
)
