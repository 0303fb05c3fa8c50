import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  startFakeModelServer,
  type FakeModelServer,
} from '../../../../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { errorAfter, message, page, refusal } from '../../../../e2e/fake-model-server/replies.ts'
import { ask, modelAt } from './fakes/anthropic-calls.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { testEndpoint } from '../model-api/test-endpoint.ts'
import { anthropicApi } from './anthropic-api.ts'

const KEY = 'sk-ant-api03-Zm9vYmFy_SECRET-0123456789'

let server: FakeModelServer
const written: string[] = []
beforeEach(async () => {
  written.length = 0
  server = await startFakeModelServer({ key: KEY })
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      written.push(inspect(parts, { depth: null }))
    })
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await server.close()
})

test.each([
  ['a refusal', refusal(400, { type: 'invalid_request_error', message: `bad header ${KEY}!` })],
  ['a refusal of the key', refusal(401, { type: 'authentication_error', message: `no ${KEY}` })],
  ['a page', page(`<h1>${KEY}</h1>`, 500)],
  ['a page with a status of 200', page(`<h1>${KEY}</h1>`)],
  ['an error in the stream', errorAfter(message([text(KEY)]), 3, `${KEY}_error`)],
])('the key is in no sentence and no log, though %s echoes it', async (_, reply) => {
  vi.stubEnv('ANTHROPIC_LOG', 'debug')
  server.enqueue(reply, reply)
  const { outcome } = await ask(modelAt(server.url, { apiKey: KEY }))
  const tested = await testEndpoint(
    { api: anthropicApi, endpoint: { baseUrl: server.url, apiKey: KEY, headers: {} } },
    { model: 'm', timeouts: DEFAULT_TIMEOUTS },
    new AbortController().signal,
  )
  expect(outcome.type).toBe('failed')
  expect(JSON.stringify([outcome, tested])).not.toContain('SECRET')
  expect(written).toEqual([])
})

test('the key is sent only as x-api-key', async () => {
  server.enqueue(message([text('Hi')]))
  await ask(modelAt(server.url, { apiKey: KEY }))
  const { 'x-api-key': key, ...others } = server.requests[0]?.headers ?? {}
  expect(key).toBe(KEY)
  expect(JSON.stringify(others)).not.toContain('SECRET')
})

test('nothing of the environment is sent', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'from-the-environment')
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'token-from-the-environment')
  vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv(
    'ANTHROPIC_CUSTOM_HEADERS',
    'X-Injected: environment\nx-api-key: environment\nAuthorization: Bearer environment\nUser-Agent: environment',
  )
  server.enqueue(message([text('Hi')]))
  expect((await ask(modelAt(server.url, { apiKey: KEY }))).outcome.type).toBe('responded')
  const headers = server.requests[0]?.headers ?? {}
  expect(headers['x-api-key']).toBe(KEY)
  expect(headers.authorization).toBeUndefined()
  expect(headers['anthropic-version']).toBe('2023-06-01')
  expect(JSON.stringify(headers)).not.toContain('nvironment')
})
