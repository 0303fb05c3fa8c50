import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  AWS_STREAM,
  awsRefusal,
  chunkFrame,
  exceptionFrame,
  ofFrames,
} from '../../../../e2e/fake-model-server/aws-frames.ts'
import { AWS_ACCOUNT } from '../../../../e2e/fake-model-server/aws-signature.ts'
import { VERTEX_PROJECT } from '../../../../e2e/fake-model-server/cloud-dialects.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, messageEvents } from '../../../../e2e/fake-model-server/replies.ts'
import { SERVICE_ACCOUNT } from '../../../../e2e/fake-model-server/service-account.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { bedrockApi, vertexApi } from './cloud-apis.ts'

const server = serverForEach()
afterEach(() => vi.unstubAllEnvs())

const { accessKeyId, region, secretAccessKey } = AWS_ACCOUNT
const SIGNING = `${accessKeyId}:${secretAccessKey}`
const HI = ofFrames(messageEvents([text('Hi')]).map(({ data }) => chunkFrame(data)))

const bedrock = (change: Partial<Endpoint> = {}) =>
  modelAt(bedrockApi, () => ({
    baseUrl: server().url,
    apiKey: SIGNING,
    headers: {},
    region,
    ...change,
  }))
const vertex = (change: Partial<Endpoint> = {}) =>
  modelAt(vertexApi, () => ({
    baseUrl: server().url,
    apiKey: 'test-key',
    headers: {},
    ...VERTEX_PROJECT,
    ...change,
  }))
const asking = (model: string) => ({
  provider: {
    endpoint: 'cloud',
    model,
    limits: { contextTokens: 200_000, outputTokens: 8_192 },
    timeouts: DEFAULT_TIMEOUTS,
    price: null,
  },
})

describe('Bedrock', () => {
  test('a request is signed whatever the name of its model, including a session token', async () => {
    server().enqueue(HI, HI)
    const model = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'
    const { outcome } = await ask(bedrock(), asking(model))
    expect(outcome).toMatchObject({ type: 'responded', end: 'endTurn' })
    const session = await ask(bedrock({ apiKey: `${SIGNING}:session/token==` }))
    expect(session.outcome).toMatchObject({ type: 'responded' })
    expect(server().requests[1]?.headers['x-amz-security-token']).toBe('session/token==')
  })

  test('a wrong secret, and the wrong region, are reported as a refused key', async () => {
    const wrong = `${accessKeyId}:${'x'.repeat(40)}`
    for (const change of [{ apiKey: wrong }, { region: 'us-east-1' }]) {
      expect((await ask(bedrock(change))).outcome).toMatchObject({ kind: 'auth' })
    }
  })

  test('its own API key is sent as it is, without a signature', async () => {
    server().enqueue(HI)
    expect((await ask(bedrock({ apiKey: 'test-key' }))).outcome).toMatchObject({
      type: 'responded',
    })
    const { authorization, 'x-amz-date': date } = server().requests[0]?.headers ?? {}
    expect([authorization, date]).toEqual(['Bearer test-key', undefined])
  })

  test('missing credentials are looked up nowhere: no environment, no file, no metadata service', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'test-key')
    vi.stubEnv('AWS_REGION', region)
    vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', server().url)
    vi.stubEnv('ANTHROPIC_BEDROCK_BASE_URL', server().url)
    for (const apiKey of [null, '']) {
      expect((await ask(bedrock({ apiKey }))).outcome).toMatchObject({ kind: 'auth' })
    }
    expect((await ask(bedrock({ region: '' }))).outcome).toMatchObject({ kind: 'invalidRequest' })
    expect(server().requests).toEqual([])
    server().enqueue(HI)
    await ask(bedrock())
    expect(server().requests[0]?.headers.authorization).toContain('AWS4-HMAC-SHA256')
  })

  test("thinking is recognised by the model's name, wherever the name appears", async () => {
    server().enqueue(HI)
    await ask(bedrock(), asking('eu.anthropic.claude-opus-4-6-v1'))
    expect(server().requests[0]?.body['thinking']).toEqual({
      type: 'adaptive',
      display: 'summarized',
    })
  })

  test.each([
    ['throttlingException', 'rateLimit'],
    ['internalServerException', 'server'],
    ['modelStreamErrorException', 'server'],
    ['serviceUnavailableException', 'overloaded'],
    ['modelTimeoutException', 'timeout'],
    ['validationException', 'invalidRequest'],
  ])('%s in the stream is reported as %s', async (name, kind) => {
    const events = messageEvents([text('ab', 2)]).slice(0, 4)
    const frames = [...events.map(({ data }) => chunkFrame(data)), exceptionFrame(name, 'no')]
    server().enqueue(ofFrames(frames))
    expect((await ask(bedrock())).outcome).toMatchObject({ type: 'failed', kind })
  })

  test('no part of its keys is in a sentence, even if a refusal echoes it', async () => {
    const words = `bad ${secretAccessKey} and session/token-SECRET==`
    server().enqueue(awsRefusal(400, 'ValidationException', words))
    const { outcome } = await ask(bedrock({ apiKey: `${SIGNING}:session/token-SECRET==` }))
    expect(JSON.stringify(outcome)).toContain('[secret]')
    expect(JSON.stringify(outcome)).not.toMatch(/SECRET|forty/)
  })
})

/** Sends frames until the other side disconnects; then `gone` resolves. */
async function endless(first: Buffer, again: Buffer) {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const frames = createServer((_, response) => {
    response.once('close', resolve)
    response.writeHead(AWS_STREAM.status, AWS_STREAM.headers)
    response.write(first)
    const more = (): void => {
      while (!response.destroyed && response.write(again));
    }
    response.on('drain', more)
    more()
  })
  await once(frames.listen(0, '127.0.0.1'), 'listening')
  const address = frames.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, gone: closed, close: () => frames.close() }
}

describe('frames without end', () => {
  const long = Buffer.alloc(16)
  long.writeUInt32BE(512 * 1024 * 1024)
  const words = 'All work and no play. '.repeat(40_000)
  const delta = {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: words },
  }
  const start = messageEvents([text('')]).slice(0, 3)
  const begun = Buffer.concat(start.map(({ data }) => chunkFrame(data)))

  const FRAMES = [
    ['text', begun, chunkFrame(delta), /longer than 16 MB/],
    ['a frame that says it is 512 MB', long, Buffer.alloc(64 * 1024), /longer than 8 MB/],
  ] as const
  test.each(oneOfEvery(2, FRAMES))(
    '%s: ended at its limit, and the connection closed',
    async (_, first, again, sentence) => {
      const frames = await endless(first, again)
      const { outcome } = await ask(bedrock({ baseUrl: frames.url }))
      const detail = expect.stringMatching(sentence)
      expect(outcome).toMatchObject({ type: 'failed', kind: 'network', detail })
      await frames.gone
      frames.close()
    },
    120_000,
  )
})

describe('Vertex AI', () => {
  test('a token is sent as it is', async () => {
    server().enqueue(message([text('Hi')]))
    const { outcome } = await ask(vertex(), asking('claude-sonnet-4-5@20250929'))
    expect(outcome).toMatchObject({ type: 'responded' })
    expect(server().requests[0]?.headers.authorization).toBe('Bearer test-key')
  })

  test('a service account names its project, and requests no token', async () => {
    const elsewhere = createServer((_, response) => response.end())
    let requestCount = 0
    elsewhere.on('request', () => requestCount++)
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    const address = elsewhere.address()
    const port = typeof address === 'object' ? address?.port : 0
    const file = { ...JSON.parse(SERVICE_ACCOUNT), token_uri: `http://127.0.0.1:${port}/token` }
    vi.stubEnv('GCE_METADATA_HOST', `127.0.0.1:${port}`)
    server().enqueue(message([text('Hi')]))
    const { outcome } = await ask(vertex({ apiKey: JSON.stringify(file), project: '' }))
    expect(outcome).toMatchObject({ type: 'responded' })
    expect(requestCount).toBe(0)
    elsewhere.close()
  })

  test('an incomplete setup sends nothing', async () => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/etc/hostname')
    vi.stubEnv('ANTHROPIC_VERTEX_PROJECT_ID', VERTEX_PROJECT.project)
    vi.stubEnv('CLOUD_ML_REGION', VERTEX_PROJECT.region)
    expect((await ask(vertex({ apiKey: null }))).outcome).toMatchObject({ kind: 'auth' })
    expect((await ask(vertex({ project: '' }))).outcome).toMatchObject({ kind: 'invalidRequest' })
    expect((await ask(vertex({ apiKey: '{"type": "x"}' }))).outcome).toMatchObject({ kind: 'auth' })
    expect(server().requests).toEqual([])
  })
})
