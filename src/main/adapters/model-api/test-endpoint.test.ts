import { expect, test } from 'vitest'
import { refusedUrl } from '../../../../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, page, refusal, SILENCE } from '../../../../e2e/fake-model-server/replies.ts'
import { response } from '../../../../e2e/fake-model-server/response-replies.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { responsesApi } from '../openai-responses/responses-api.ts'
import { testEndpoint } from './test-endpoint.ts'
import { serverForEach } from './fakes/fake-server.ts'

const server = serverForEach()

const TEST = { model: 'claude-test', timeouts: DEFAULT_TIMEOUTS }
const never = new AbortController().signal

type Change = { readonly apiKey?: string | null; readonly baseUrl?: string }

function anthropicAt(change: Change = {}) {
  const endpoint = { baseUrl: server().url, apiKey: 'test-key', headers: {}, ...change }
  return { api: anthropicApi, endpoint }
}

function tryOut(change: Change = {}) {
  return testEndpoint(anthropicAt(change), TEST, never)
}

test('says that it works, after one tiny request', async () => {
  server().enqueue(message([text('H')], { stopReason: 'max_tokens' }))
  expect(await tryOut()).toEqual({ works: true, message: 'It works: claude-test answered.' })
  expect(server().requests).toHaveLength(1)
  expect(server().requests[0]?.body).toMatchObject({ model: 'claude-test', max_tokens: 1024 })
})

test('its limit is one that the Responses API accepts', async () => {
  server().enqueue(response([text('H')]))
  const { endpoint } = anthropicAt()
  const tested = await testEndpoint({ api: responsesApi, endpoint }, TEST, never)
  expect(tested).toMatchObject({ works: true })
})

test('accepts an address with /v1 and trailing slashes', async () => {
  server().enqueue(message([text('H')]))
  expect(await tryOut({ baseUrl: `${server().url}/v1//` })).toMatchObject({ works: true })
})

test.each([
  [refusal(401, null), 'The API key was refused.'],
  [
    page('<h1>Hi</h1>'),
    'The address answered, but not like the Anthropic API: check the base URL.',
  ],
  [
    refusal(404, { type: 'not_found_error', message: 'model: x' }),
    'The endpoint knows no model called claude-test.',
  ],
  [refusal(529, null), 'claude-test is overloaded at the moment.'],
])('says what is wrong, %#', async (reply, sentence) => {
  server().enqueue(reply)
  expect(await tryOut()).toEqual({ works: false, message: sentence })
})

test('says that the address cannot be reached', async () => {
  const answer = await tryOut({ baseUrl: await refusedUrl() })
  expect(answer.works).toBe(false)
  expect(answer.message).toContain('cannot be reached')
})

test('waits as long as the endpoint may take, and says that no answer came', async () => {
  server().enqueue(SILENCE)
  const timeouts = { ...DEFAULT_TIMEOUTS, firstByteMs: 100 }
  expect(await testEndpoint(anthropicAt(), { ...TEST, timeouts }, never)).toEqual({
    works: false,
    message: 'claude-test sent nothing for 1 s.',
  })
})

test('leaves no connection open', async () => {
  let atOnce = 0
  server().respond(() => {
    void server()
      .connections()
      .then((count) => (atOnce = count))
    return message([text('H')])
  })
  expect(await tryOut()).toMatchObject({ works: true })
  expect(atOnce).toBe(1)
  await expect.poll(() => server().connections()).toBe(0)
})

test('says that no key is set', async () => {
  expect(await tryOut({ apiKey: null })).toEqual({ works: false, message: 'No API key is set.' })
})

test('stops on request', async () => {
  server().enqueue(SILENCE)
  const abort = new AbortController()
  const testing = testEndpoint(anthropicAt(), TEST, abort.signal)
  await server().waitForRequest(1)
  abort.abort()
  expect(await testing).toEqual({ works: false, message: 'The test was stopped.' })
  await server().waitForClose(1)
})
