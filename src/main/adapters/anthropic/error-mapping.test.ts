import { describe, expect, test } from 'vitest'
import { refusedUrl } from '../../../../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import {
  errorAfter,
  HANG_UP,
  message,
  page,
  refusal,
} from '../../../../e2e/fake-model-server/replies.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import { isRetryable } from '../../core/round/retry-policy.ts'
import { ask, modelAt } from './fakes/anthropic-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

async function failureOf(reply: Reply) {
  server().enqueue(reply)
  const { outcome } = await ask(modelAt(server().url))
  if (outcome.type !== 'failed') throw new Error('it did not fail')
  return outcome
}

const WORDS = 'in the words of the provider'
const error = (status: number, type: string, words = WORDS): Reply =>
  refusal(status, { type, message: words })
const midStream = (type: string): Reply => errorAfter(message([text('ab', 2)]), 4, type, WORDS)

const RETRIED: readonly (readonly [name: string, reply: Reply, kind: ErrorKind])[] = [
  ['408', refusal(408, null), 'timeout'],
  ['timeout_error', error(504, 'timeout_error'), 'timeout'],
  ['409', error(409, 'conflict_error'), 'server'],
  ['409 without a body', refusal(409, null), 'server'],
  ['429', error(429, 'rate_limit_error'), 'rateLimit'],
  ['429 as a page', page('<h1>slow down</h1>', 429), 'rateLimit'],
  ['rate limit in the stream', midStream('rate_limit_error'), 'rateLimit'],
  ['500', error(500, 'api_error'), 'server'],
  ['502 as a page', page('<h1>Bad gateway</h1>', 502), 'server'],
  ['503 without a body', refusal(503, null), 'server'],
  ['api_error in the stream', midStream('api_error'), 'server'],
  ['an unknown error in the stream', midStream('cosmic_ray_error'), 'server'],
  ['529', refusal(529, null), 'overloaded'],
  ['529 overloaded_error', error(529, 'overloaded_error'), 'overloaded'],
  ['overloaded in the stream', midStream('overloaded_error'), 'overloaded'],
  ['a connection that is hung up', HANG_UP, 'network'],
]
const NOT_RETRIED: readonly (readonly [name: string, reply: Reply, kind: ErrorKind])[] = [
  ['401', error(401, 'authentication_error'), 'auth'],
  ['401 as a page', page('<h1>Log in</h1>', 401), 'auth'],
  ['403', error(403, 'permission_error'), 'auth'],
  ['authentication_error in the stream', midStream('authentication_error'), 'auth'],
  ['402', error(402, 'billing_error'), 'billing'],
  ['400', error(400, 'invalid_request_error'), 'invalidRequest'],
  ['404', error(404, 'not_found_error'), 'invalidRequest'],
  ['404 as a page', page('<h1>Not found</h1>', 404), 'invalidRequest'],
  ['422', error(422, 'invalid_request_error'), 'invalidRequest'],
  ['a redirect', refusal(302, null), 'invalidRequest'],
  ['200 that is no stream', page('<h1>Hi</h1>'), 'invalidRequest'],
]

describe('5xx, timeouts and 429 are retried, 4xx and auth are not', () => {
  // covers REQ-BED-006.1a D-10 D-11 D-13
  test.each(RETRIED)('%s is retried', async (_, reply, kind) => {
    expect(await failureOf(reply)).toMatchObject({ kind })
    expect(isRetryable(kind)).toBe(true)
    expect(server().requests).toHaveLength(1)
  })

  // covers REQ-BED-006.3a M-08 D-09 D-12
  test.each(NOT_RETRIED)('%s is not retried', async (_, reply, kind) => {
    expect(await failureOf(reply)).toMatchObject({ kind })
    expect(isRetryable(kind)).toBe(false)
    expect(server().requests).toHaveLength(1)
  })

  // covers D-11
  test('a refused connection is retried', async () => {
    const { outcome } = await ask(modelAt(await refusedUrl()))
    expect(outcome).toMatchObject({ type: 'failed', kind: 'network' })
  })
})

test.each([
  [
    'a code',
    refusal(400, {
      type: 'invalid_request_error',
      message: 'no',
      details: { error_code: 'prompt_too_long' },
    }),
  ],
  [
    'words alone',
    error(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
  ],
])('a conversation that is too long is recognised by %s', async (_, reply) => {
  expect(await failureOf(reply)).toMatchObject({ kind: 'contextFull' })
})

test.each([
  ['a page of a proxy', page('<h1>413 Request Entity Too Large</h1>', 413)],
  ['a status without a body', refusal(413, null)],
  ['a type', error(413, 'request_too_large', 'Request exceeds the maximum size')],
  ['a type in the stream', midStream('request_too_large')],
])(
  'a request of too many bytes is recognised by %s, and is not a conversation that is too long',
  async (_, reply) => {
    expect(await failureOf(reply)).toMatchObject({
      kind: 'invalidRequest',
      rejectedPart: { type: 'size' },
      detail: expect.stringMatching(/^The request is larger than 127\.0\.0\.1\S* accepts/),
    })
  },
)

test.each([
  ['2', 2000],
  ['0.5', 500],
  ['3600', 3_600_000],
  ['NaN', null],
  ['-5', null],
  ['', null],
  ['soon', null],
  ['1e400', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
])('retry-after %j is %s ms', async (retryAfter, ms) => {
  const reply = refusal(429, { type: 'rate_limit_error', message: 'slow' }, { retryAfter })
  expect(await failureOf(reply)).toMatchObject({ kind: 'rateLimit', retryAfterMs: ms })
})

test('retry-after as a date counts from now', async () => {
  const retryAfter = new Date(Date.now() + 90_000).toUTCString()
  const { retryAfterMs } = await failureOf(refusal(503, null, { retryAfter }))
  expect(retryAfterMs).toBeGreaterThan(80_000)
  expect(retryAfterMs).toBeLessThanOrEqual(90_000)
})

describe('the sentences', () => {
  test('an unknown model is named, with the way out, and no other model is asked', async () => {
    const { detail } = await failureOf(error(404, 'not_found_error', 'model: claude-test'))
    expect(detail).toBe('The endpoint knows no model called claude-test. Choose another one.')
    expect(server().requests.map(({ body }) => body['model'])).toEqual(['claude-test'])
  })

  // covers REQ-BED-006.3b D-40
  test('a wrong key says so and where to correct it; once corrected, the same request succeeds', async () => {
    let apiKey = 'wrong'
    const model = modelAt(() => ({ baseUrl: server().url, apiKey, headers: {} }))
    server().enqueue(message([text('Hi')]))
    expect((await ask(model)).outcome).toEqual({
      type: 'failed',
      kind: 'auth',
      detail: 'The API key was refused. Open Settings and check it; your message is kept.',
      retryAfterMs: null,
      rejectedPart: null,
    })
    apiKey = 'test-key'
    expect((await ask(model)).outcome.type).toBe('responded')
  })

  test.each([null, ''])('without a key (%j) nothing is sent', async (apiKey) => {
    const { outcome } = await ask(modelAt(server().url, { apiKey }))
    expect(outcome).toEqual({
      type: 'failed',
      kind: 'auth',
      detail: 'No API key is set. Open Settings to enter one, or choose the demo model.',
      retryAfterMs: null,
      rejectedPart: null,
    })
    expect(server().requests).toHaveLength(0)
  })

  test('a key that cannot be sent in a header is refused before sending', async () => {
    const { outcome } = await ask(modelAt(server().url, { apiKey: 'sk-ant\nEvil: 1' }))
    expect(outcome).toMatchObject({ kind: 'auth', detail: expect.not.stringContaining('Evil') })
    expect(server().requests).toHaveLength(0)
  })

  test.each(['', 'nonsense', 'file:///etc/passwd', 'http://name:secret@127.0.0.1'])(
    'a base URL of %j is refused before anything is sent',
    async (baseUrl) => {
      const { outcome } = await ask(modelAt(baseUrl))
      expect(outcome).toMatchObject({ kind: 'invalidRequest' })
      expect(JSON.stringify(outcome)).not.toContain('secret')
    },
  )

  test('a refused request quotes the provider on one line', async () => {
    const { detail } = await failureOf(
      error(400, 'invalid_request_error', 'max_tokens:\n too\u0000 large'),
    )
    expect(detail).toContain('“max_tokens: too large”')
  })

  test.each([...RETRIED, ...NOT_RETRIED])('of %s are sentences, not a dump', async (_, reply) => {
    const { detail } = await failureOf(reply)
    expect(detail).toMatch(/^[\p{L}\d][^\n{}<>[\]\\]{20,300}\.$/u)
    expect(detail).not.toMatch(/undefined|null|Error:|_error|node:|\bat \w+ \(/)
  })
})
