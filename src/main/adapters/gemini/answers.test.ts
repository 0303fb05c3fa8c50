import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  event,
  gemini,
  geminiRefusal,
  ofGeminiEvents,
  unnamed,
} from '../../../../e2e/fake-model-server/gemini-replies.ts'
import type { Json } from '../../../../e2e/fake-model-server/json.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import type { RejectedPart } from '../../core/request/repairs.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { testEndpoint } from '../model-api/test-endpoint.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { geminiApi } from './gemini-api.ts'

const server = serverForEach()
const PROVIDER = {
  endpoint: 'gemini',
  model: 'gemini-3.8-flash',
  limits: { contextTokens: 1_000_000, outputTokens: 8_000 },
  timeouts: DEFAULT_TIMEOUTS,
  price: null,
}

/** Each reason on Google's page, and how a reply that ends with it is classified. */
const ENDS: readonly (readonly [reason: string, outcome: Json])[] = [
  ['STOP', { end: 'endTurn' }],
  ['MAX_TOKENS', { end: 'maxTokens' }],
  ['CONTINUATION', { end: 'maxTokens' }],
  ...[
    'SAFETY',
    'RECITATION',
    'LANGUAGE',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'IMAGE_SAFETY',
  ].map((reason) => [reason, { end: 'refusal' }] as const),
  ['OTHER', { end: 'unknown' }],
  ['SOMETHING_NEW', { end: 'unknown' }],
  ['MALFORMED_FUNCTION_CALL', { type: 'failed', kind: 'server' }],
  ['UNEXPECTED_TOOL_CALL', { type: 'failed', kind: 'server' }],
  ['TOO_MANY_TOOL_CALLS', { type: 'failed', kind: 'server' }],
  ['MALFORMED_RESPONSE', { type: 'failed', kind: 'server' }],
  [
    'MISSING_THOUGHT_SIGNATURE',
    { type: 'failed', rejectedPart: { type: 'reasoningMissing', field: 'thought_signature' } },
  ],
]

test.each(ENDS)('a reply that ends with %s', async (finishReason, outcome) => {
  server().enqueue(gemini([text('Hi')], { finishReason }))
  expect((await ask(modelAt(geminiApi, server().url))).outcome).toMatchObject(outcome)
})

test('a blocked prompt is refused', async () => {
  server().enqueue(ofGeminiEvents([unnamed({ promptFeedback: { blockReason: 'SAFETY' } })]))
  const { outcome } = await ask(modelAt(geminiApi, server().url))
  expect(outcome).toMatchObject({ type: 'responded', blocks: [], end: 'refusal' })
})

test('an unreadable call is quoted', async () => {
  const extraFields = {
    finishReason: 'MALFORMED_FUNCTION_CALL',
    finishMessage: 'print(default_api.bash(',
  }
  server().enqueue(ofGeminiEvents([event([], extraFields)]))
  const { outcome } = await ask(modelAt(geminiApi, server().url))
  expect(outcome).toMatchObject({ detail: expect.stringContaining('print(default_api.bash(') })
})

const QUOTA = 'You exceeded your current quota, please check your plan and billing details.'
const retryIn = (retryDelay: string): Json => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
})
const quotaOf = (quotaValue: string): Json => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', quotaValue }],
})

test.each<[string, readonly Json[], Json]>([
  ['says when it ends', [retryIn('41.5s')], { kind: 'rateLimit', retryAfterMs: 41_500 }],
  [
    'is of a day, and says when it ends',
    [quotaOf('50'), retryIn('9s')],
    { kind: 'rateLimit', retryAfterMs: 9_000 },
  ],
  ['was never more than nothing', [quotaOf('0'), retryIn('9s')], { kind: 'billing' }],
  ['does not end by itself', [], { kind: 'billing' }],
])('a quota that %s', async (_, details, outcome) => {
  server().enqueue(geminiRefusal(429, 'RESOURCE_EXHAUSTED', QUOTA, details))
  expect((await ask(modelAt(geminiApi, server().url))).outcome).toMatchObject(outcome)
})

/** Refusals as quoted by people. */
const REJECTED_PARTS: readonly (readonly [words: string, rejectedPart: RejectedPart | null])[] = [
  [
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:bash` , position 2.',
    { type: 'reasoningMissing', field: 'thought_signature' },
  ],
  ['Corrupted thought signature.', { type: 'thinking' }],
  ['Unable to submit request because Thought signature is not valid.', { type: 'thinking' }],
  ['Budget 0 is invalid. This model only works in thinking mode.', { type: 'effort' }],
  ['Thinking level is not supported for this model.', { type: 'effort' }],
  [
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    { type: 'calls' },
  ],
  [
    'Please ensure that function response turn comes immediately after a function call turn.',
    { type: 'calls' },
  ],
  ['Function calling is not enabled for models/gemma-3-1b-it', null],
  ['Unable to process input image. Please retry or report in', { type: 'image', at: null }],
  ['Image input modality is not enabled for models/gemma-3-1b-it', { type: 'images' }],
  ['* GenerateContentRequest.contents: contents is not specified', { type: 'unclear' }],
  ['User location is not supported for the API use.', null],
]

test.each(REJECTED_PARTS)('“%s”', async (words, rejectedPart) => {
  server().enqueue(geminiRefusal(400, 'INVALID_ARGUMENT', words))
  // The effort was chosen: it is not silently replaced by another.
  const { outcome } = await ask(modelAt(geminiApi, server().url), { effort: 'high' })
  expect(outcome).toMatchObject({ kind: 'invalidRequest', rejectedPart })
})

test('hidden thoughts of a model are not requested again', async () => {
  const no = geminiRefusal(400, 'INVALID_ARGUMENT', 'Thinking is not enabled for models/gemini-3-x')
  server().enqueue(no, gemini([text('Hi')]), gemini([text('Again')]))
  const model = modelAt(geminiApi, server().url)
  for (const _ of [1, 2]) {
    expect((await ask(model, { provider: PROVIDER })).outcome).toMatchObject({ type: 'responded' })
  }
  const requested = server().requests.map(
    ({ body }) => (body['generationConfig'] as Json)['thinkingConfig'],
  )
  expect(requested).toEqual([{ includeThoughts: true }, undefined, undefined])
})

test('its models are listed with their input and output types, without those that cannot reply', async () => {
  server().models = [
    {
      id: 'gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      inputTokenLimit: 1_048_576,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent'],
    },
    { id: 'embedding-2', inputTokenLimit: 2_048, supportedGenerationMethods: ['embedContent'] },
  ]
  const endpoint = { baseUrl: `${server().url}/v1beta/`, apiKey: 'test-key', headers: {} }
  expect(await geminiApi.listModels(endpoint, AbortSignal.timeout(5_000))).toEqual({
    ok: true,
    value: [
      {
        id: 'gemini-3.8-flash',
        contextTokens: 1_048_576,
        outputTokens: 65_536,
        price: null,
        displayName: 'Gemini 3.8 Flash',
      },
    ],
  })
})

describe('the key', () => {
  const written: string[] = []
  beforeEach(() => {
    written.length = 0
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
        written.push(inspect(parts, { depth: null }))
      })
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  test('is sent only in its header, with nothing from the environment or the library', async () => {
    for (const name of ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_CLOUD_PROJECT']) {
      vi.stubEnv(name, 'from-the-environment')
    }
    vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true')
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://127.0.0.1:1')
    server().enqueue(gemini([text('Hi')]))
    const endpoint = () => ({
      baseUrl: server().url,
      apiKey: 'test-key',
      headers: { 'X-Team': 'search', 'x-goog-api-key': 'another' },
    })
    expect((await ask(modelAt(geminiApi, endpoint))).outcome.type).toBe('responded')
    const { 'x-goog-api-key': key, ...others } = server().requests[0]?.headers ?? {}
    expect(key).toBe('test-key')
    expect(others).toMatchObject({ 'x-team': 'search', 'user-agent': 'Phoenix' })
    expect(JSON.stringify(others)).not.toMatch(/test-key|nvironment|genai/)
    expect(written).toEqual([])
  })

  test('is in no sentence and no log, even if a refusal echoes it', async () => {
    const apiKey = 'test-key-SECRET-0123456789'
    const no = geminiRefusal(400, 'FAILED_PRECONDITION', `bad ${apiKey}`)
    const endpoint = { baseUrl: server().url, apiKey, headers: {} }
    server().enqueue(no)
    const { outcome } = await ask(modelAt(geminiApi, server().url, { apiKey }))
    const model = { model: 'm', timeouts: DEFAULT_TIMEOUTS }
    const tested = await testEndpoint(
      { api: geminiApi, endpoint },
      model,
      new AbortController().signal,
    )
    expect(JSON.stringify([outcome, tested, written])).not.toContain('SECRET')
  })

  test('that cannot be sent in a header is found before any request', async () => {
    const { outcome } = await ask(modelAt(geminiApi, server().url, { apiKey: 'two words' }))
    expect(outcome).toMatchObject({ kind: 'auth' })
    expect(server().requests).toEqual([])
  })
})
