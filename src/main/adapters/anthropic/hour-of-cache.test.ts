import { expect, test } from 'vitest'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../../../../e2e/fake-model-server/replies.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/timeouts.ts'
import { ask, modelAt } from '../model-api/fakes/asking.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { anthropicApi } from './anthropic-api.ts'

const server = serverForEach()

const PROVIDER = {
  endpoint: 'anthropic',
  model: 'claude-opus-4-8',
  limits: { contextTokens: 200_000, outputTokens: 8_192 },
  timeouts: DEFAULT_TIMEOUTS,
  price: null,
}

test('a server that knows no hour is asked without, at once and from then on', async () => {
  const words = 'system.0.cache_control.ephemeral.ttl: Extra inputs are not permitted'
  server().enqueue(
    refusal(400, { type: 'invalid_request_error', message: words }),
    message([text('Hi')]),
    message([text('Again')]),
  )
  const model = modelAt(anthropicApi, server().url)
  for (let time = 1; time <= 2; time++) {
    const { outcome } = await ask(model, { provider: PROVIDER })
    expect(outcome).toMatchObject({ type: 'responded' })
  }
  const systems = server().requests.map(({ body }) => JSON.stringify(body['system']))
  expect(systems.map((system) => system.includes('"ttl":"1h"'))).toEqual([true, false, false])
  expect(systems.every((system) => system.includes('"ephemeral"'))).toBe(true)
})
