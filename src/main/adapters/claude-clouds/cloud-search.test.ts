import { expect, test } from 'vitest'
import { AWS_ACCOUNT } from '../../../../e2e/fake-model-server/aws-signature.ts'
import { chunkFrame, ofFrames } from '../../../../e2e/fake-model-server/aws-frames.ts'
import { VERTEX_PROJECT } from '../../../../e2e/fake-model-server/cloud-dialects.ts'
import { geminiRefusal } from '../../../../e2e/fake-model-server/gemini-replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, messageEvents } from '../../../../e2e/fake-model-server/replies.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { bedrockApi, vertexApi } from './cloud-apis.ts'

const server = serverForEach()

const SPECS = ['bash', 'web_fetch'].map((name) => ({ name, description: name, inputSchema: {} }))

const searching = {
  provider: {
    endpoint: 'cloud',
    model: 'claude-opus-4-8',
    limits: { contextTokens: 200_000, outputTokens: 8_192 },
    timeouts: DEFAULT_TIMEOUTS,
    price: null,
  },
  webSearch: true,
  request: {
    system: 'You are a test.',
    tools: SPECS,
    messages: [{ role: 'user' as const, blocks: [{ type: 'text' as const, text: 'Hello' }] }],
  },
}

function vertex(headers: Readonly<Record<string, string>> = {}) {
  const endpoint = { apiKey: 'test-key', headers, ...VERTEX_PROJECT }
  return modelAt(vertexApi, () => ({ baseUrl: server().url, ...endpoint }))
}

/** The tools of each request, and the header for them. */
function sent(): readonly unknown[] {
  return server().requests.map(({ body, headers }) => {
    const tools = Array.isArray(body['tools']) ? body['tools'] : []
    return [tools.map(({ name, type }) => type ?? name), headers['anthropic-beta']]
  })
}

test("Vertex gets its search with the header that it needs, next to a person's own, and pages are read by Phoenix", async () => {
  const model = vertex({ 'Anthropic-Beta': 'own-2026-01-01' })
  for (const webSearch of [true, false]) {
    server().enqueue(message([text('Hi')]))
    expect((await ask(model, { ...searching, webSearch })).outcome.type).toBe('responded')
  }
  const own = 'own-2026-01-01'
  expect(sent()).toEqual([
    [['web_search_20250305', 'bash', 'web_fetch'], `${own},web-search-2025-03-05`],
    [['bash', 'web_fetch'], own],
  ])
})

test.each([
  'Organization Policy constraint constraints/vertexai.allowedPartnerModelFeatures violated: web_search is not allowed.',
  "tools.0: Input tag 'web_search_20250305' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom'",
  'Unexpected value(s) `web-search-2025-03-05` for the `anthropic-beta` header.',
])(
  'a project that may not search is asked again without it, at once and from then on: %s',
  async (words) => {
    const model = vertex()
    const hi = message([text('Hi')])
    server().enqueue(geminiRefusal(400, 'INVALID_ARGUMENT', words), hi, hi)
    for (const _ of [1, 2]) expect((await ask(model, searching)).outcome.type).toBe('responded')
    const without = [['bash', 'web_fetch'], undefined]
    expect(sent().slice(1)).toEqual([without, without])
  },
)

test('Bedrock has no search, and is asked for none', async () => {
  const { accessKeyId, region, secretAccessKey } = AWS_ACCOUNT
  const apiKey = `${accessKeyId}:${secretAccessKey}`
  server().enqueue(ofFrames(messageEvents([text('Hi')]).map(({ data }) => chunkFrame(data))))
  const model = modelAt(bedrockApi, () => ({ baseUrl: server().url, apiKey, headers: {}, region }))
  expect((await ask(model, searching)).outcome.type).toBe('responded')
  expect(sent()).toEqual([[['bash', 'web_fetch'], undefined]])
})
