import { expect, test } from 'vitest'
import { chat, chatRefusal } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { bash, text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, ofJson, refusal } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { openaiApi } from './openai-api.ts'

const server = serverForEach()

async function failed(reply: Reply, api = openaiApi) {
  server().enqueue(reply)
  const { outcome } = await ask(modelAt(api, server().url))
  if (outcome.type !== 'failed') throw new Error('it answered')
  return outcome
}

const CURRENT_QUOTA = 'You exceeded your current quota, please check your plan and billing details.'
const retryInfo = {
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay: '41s',
}

test.each<[name: string, reply: Reply, kind: string, waitMs: number | null]>([
  [
    'z.ai without balance',
    ofJson(
      { error: { code: '1113', message: 'Insufficient balance or no resource package.' } },
      429,
    ),
    'billing',
    null,
  ],
  [
    'Moonshot without quota',
    chatRefusal(429, {
      message: 'Your account is suspended due to insufficient balance',
      type: 'exceeded_current_quota_error',
    }),
    'billing',
    null,
  ],
  ['OpenAI without quota', chatRefusal(429, { message: CURRENT_QUOTA }), 'billing', null],
  [
    'OpenRouter without credits',
    chatRefusal(402, { message: 'This request requires more credits, or fewer max_tokens.' }),
    'billing',
    null,
  ],
  [
    'Gemini, for a minute',
    ofJson(
      [
        {
          error: {
            code: 429,
            message: CURRENT_QUOTA,
            status: 'RESOURCE_EXHAUSTED',
            details: [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure' }, retryInfo],
          },
        },
      ],
      429,
    ),
    'rateLimit',
    41_000,
  ],
  [
    'Gemini, for a minute, in words alone',
    chatRefusal(429, { message: `${CURRENT_QUOTA} Please retry in 41.2s.` }),
    'rateLimit',
    41_200,
  ],
  [
    'Groq, in words',
    chatRefusal(429, {
      message: 'Rate limit reached for model x. Please try again in 41.2s.',
      code: 'rate_limit_exceeded',
    }),
    'rateLimit',
    41_200,
  ],
  [
    'a header counts before words',
    chatRefusal(429, { message: 'Please try again in 41.2s.' }, { 'retry-after': '3' }),
    'rateLimit',
    3_000,
  ],
  [
    'Groq, of a call that the model wrote badly',
    chatRefusal(400, {
      message: 'Failed to call a function. Please adjust your prompt.',
      type: 'invalid_request_error',
      code: 'tool_use_failed',
      failed_generation: '<function=bash>',
    }),
    'server',
    null,
  ],
])('%s', async (_, reply, kind, waitMs) => {
  expect(await failed(reply)).toMatchObject({ kind, retryAfterMs: waitMs, rejectedPart: null })
})

test('a limit in the middle of an answer gives its time too', async () => {
  const error = { code: 429, message: 'Please try again in 2s.' }
  const [head, ...steps] = chat([text('Half')]).steps
  const bytes = `data: ${JSON.stringify({ error })}\n\n`
  const reply: Reply = {
    ...chat([]),
    steps: [...(head === undefined ? [] : [head]), ...steps.slice(0, 1), { type: 'send', bytes }],
  }
  expect(await failed(reply)).toMatchObject({ kind: 'rateLimit', retryAfterMs: 2_000 })
})

test('a limit set by the owner of the account is a rate limit, not a fault of the request', async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const words = `You have reached your specified API usage limits. You will regain access on ${day} at 00:00 UTC.`
  const reply = refusal(400, { type: 'invalid_request_error', message: words })
  const { kind, retryAfterMs } = await failed(reply, anthropicApi)
  expect(kind).toBe('rateLimit')
  expect(retryAfterMs).toBeGreaterThan(86_400_000)
})

test('an empty refusal may be about the length: Cerebras sends no text when a request is too long', async () => {
  const { kind, rejectedPart } = await failed(chatRefusal(400, null))
  expect([kind, rejectedPart]).toEqual(['invalidRequest', { type: 'unclear' }])
})

test.each([
  ['chat completions', openaiApi, chat([text('Hi'), bash('ls')])],
  ['the Messages API', anthropicApi, message([text('Hi'), bash('ls')])],
] as const)('%s as plain text are read; a page of plain text is none', async (_, api, said) => {
  const head = { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } }
  server().enqueue({ ...said, head })
  const { outcome } = await ask(modelAt(api, server().url))
  expect(outcome).toMatchObject({ type: 'responded', end: 'toolUse' })
  const page = await failed(
    { head, steps: [{ type: 'send', bytes: 'Hello from the wiki\n' }] },
    api,
  )
  expect(page).toMatchObject({
    kind: 'invalidRequest',
    detail: expect.stringContaining('base URL'),
  })
})
