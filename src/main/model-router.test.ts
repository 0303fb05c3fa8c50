import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../e2e/fake-model-server/fake-model-server.ts'
import { ok } from '../shared/result.ts'
import { chat, chatRefusal } from '../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../e2e/fake-model-server/parts.ts'
import { SILENCE } from '../../e2e/fake-model-server/replies.ts'
import type { EndpointDraft } from '../shared/models/endpoint.ts'
import type { SettingsChange } from '../shared/settings/settings.ts'
import { DEFAULT_TIMEOUTS, type OwnTimeouts, usualTimeouts } from '../shared/models/timeouts.ts'
import { ask } from './adapters/model-api/fakes/model-calls.ts'
import { openEndpoints } from './adapters/settings/endpoints.ts'
import { openSettings } from './adapters/settings/settings.ts'
import { createModelRouter, type ModelRouter } from './model-router.ts'
import type { SettingsControl } from './runtime/ports/access/settings-control.ts'
import { createSettingsControl } from './settings-control.ts'

const never = new AbortController().signal

let folder: string
let server: FakeModelServer
/** How often the router said that it has learnt something. */
let told: number
beforeEach(async () => {
  told = 0
  folder = mkdtempSync(join(tmpdir(), 'phoenix-router-'))
  server = await startFakeModelServer()
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

function open(): Pick<ModelRouter, 'model' | 'providerOf'> & {
  readonly settings: SettingsControl
} {
  const noted = { folder, now: () => 0, onSecret: () => undefined }
  const settings = openSettings({ ...noted, environment: {}, keyring: { type: 'unasked' } })
  if (!settings.ok) throw new Error(settings.error)
  const { secrets } = settings.value
  const log = { warn: () => undefined }
  const endpoints = openEndpoints({ ...noted, secrets })
  const models = createModelRouter({
    settings: settings.value,
    endpoints,
    readBlob: () => Promise.resolve(ok(null)),
    log,
    onLearnt: () => void told++,
  })
  const parts = { settings: settings.value, endpoints, models, notices: () => [] }
  return { ...models, settings: createSettingsControl(parts) }
}

function draft(baseUrl: string, timeouts: OwnTimeouts = {}): EndpointDraft {
  return {
    id: 'lab',
    kind: 'openai',
    baseUrl,
    models: [],
    timeouts,
    apiKey: 'test-key',
    headers: null,
  }
}

function change(baseUrl: string | null, timeouts: OwnTimeouts): SettingsChange {
  const model = 'claude-test'
  return { model, baseUrl, apiKey: 'test-key', automaticTitles: null, behaviour: {}, timeouts }
}

test('a local model has ten minutes for its first byte, a remote one has one', () => {
  const router = open()
  router.settings.saveEndpoint(draft('http://localhost:11434/v1'))
  expect(router.providerOf('lab/qwen3').timeouts).toEqual(usualTimeouts(true))
  expect(router.providerOf('lab/qwen3').timeouts.firstByteMs).toBe(10 * 60_000)
  router.settings.saveEndpoint(draft('https://models.example/v1'))
  expect(router.providerOf('lab/qwen3').timeouts).toEqual(DEFAULT_TIMEOUTS)
})

test('the deadlines set for an endpoint are used for its models', () => {
  const router = open()
  router.settings.saveEndpoint(draft('http://localhost:11434/v1', { silenceMs: 7_000 }))
  expect(router.providerOf('lab/qwen3').timeouts).toEqual({
    ...usualTimeouts(true),
    silenceMs: 7_000,
  })
  router.settings.save(change(null, { connectMs: 5_000 }))
  expect(router.providerOf('claude-test').timeouts).toEqual({
    ...DEFAULT_TIMEOUTS,
    connectMs: 5_000,
  })
  expect(router.providerOf('lab/qwen3').timeouts.connectMs).toBe(DEFAULT_TIMEOUTS.connectMs)
})

test('a test uses the deadlines of its endpoint as entered in the form', async () => {
  const { settings } = open()
  const silent = { works: false, message: expect.stringContaining('sent nothing for 1 s') }
  const own = { firstByteMs: 100 }
  server.enqueue(SILENCE, SILENCE)
  expect(await settings.testEndpoint(draft(server.url, own), 'qwen3', never)).toEqual(silent)
  expect(await settings.test(change(server.url, own), never)).toEqual(silent)
})

const SMALL = { contextTokens: 8_192, outputTokens: 4_096 }
const UNKNOWN = { contextTokens: 128_000, outputTokens: 16_384 }

/** As vLLM says it: the answer counts as well. */
const TOO_LONG = chatRefusal(400, {
  message:
    "This model's maximum context length is 8192 tokens. However, you requested 16500 tokens (116 in the messages, 16384 in the completion).",
})

function lab(models: readonly string[]): EndpointDraft {
  const unset = { contextTokens: null, outputTokens: null, price: null }
  return { ...draft(`${server.url}/v1`), models: models.map((id) => ({ id, ...unset })) }
}

/** The most that each request asked for. */
function asked(): readonly unknown[] {
  return server.requests.map(({ body }) => body['max_tokens'])
}

test('an unknown model learns its limit from the refusal, and is asked at once for a shorter answer', async () => {
  const router = open()
  router.settings.saveEndpoint(lab([]))
  const provider = router.providerOf('lab/tiny')
  expect(provider.limits).toEqual(UNKNOWN)
  server.enqueue(TOO_LONG, chat([text('Hello.')]), chat([text('Again.')]))
  expect((await ask(router.model, { provider })).outcome.type).toBe('responded')
  expect(asked()).toEqual([16_384, 4_096])
  expect(told).toBe(1)
  expect(router.providerOf('lab/tiny').limits).toEqual(SMALL)
  // A turn that began with the mistake goes on without it.
  expect(router.model.limitsNow?.(provider)).toEqual(SMALL)
  // Another model of the same endpoint is another matter.
  expect(router.providerOf('lab/other').limits).toEqual(UNKNOWN)
  expect((await ask(router.model, { provider: router.providerOf('lab/tiny') })).outcome.type).toBe(
    'responded',
  )
  expect(asked().slice(2)).toEqual([4_096])
})

test('a refusal that a shorter answer does not fix is reported unchanged, after one more request', async () => {
  const router = open()
  router.settings.saveEndpoint(lab([]))
  server.enqueue(TOO_LONG, TOO_LONG, TOO_LONG)
  const refused = { type: 'failed', kind: 'contextFull' }
  const first = await ask(router.model, { provider: router.providerOf('lab/tiny') })
  expect(first.outcome).toMatchObject(refused)
  expect(asked()).toEqual([16_384, 4_096])
  const second = await ask(router.model, { provider: router.providerOf('lab/tiny') })
  expect(second.outcome).toMatchObject(refused)
  expect(asked()).toHaveLength(3)
})

test('a model of the list in Settings keeps its learnt limit over a restart, until its endpoint is changed', async () => {
  const router = open()
  router.settings.saveEndpoint(lab(['tiny', 'other']))
  server.enqueue(TOO_LONG, chat([text('Hello.')]))
  await ask(router.model, { provider: router.providerOf('lab/tiny') })
  const again = open()
  expect(again.providerOf('lab/tiny').limits).toEqual(SMALL)
  expect(again.providerOf('lab/other').limits).toEqual(UNKNOWN)
  expect(again.settings.view().endpoints[0]?.models[0]).toMatchObject({ contextTokens: 8_192 })
  router.settings.saveEndpoint(lab(['tiny']))
  expect(router.providerOf('lab/tiny').limits).toEqual(UNKNOWN)
})

test('a limit set by a person stays in Settings, and applies if it is lower', async () => {
  const router = open()
  const say = (contextTokens: number): void => {
    const [model] = lab(['tiny']).models
    if (model === undefined) throw new Error('no model')
    router.settings.saveEndpoint({ ...lab([]), models: [{ ...model, contextTokens }] })
  }
  say(100_000)
  server.enqueue(TOO_LONG, chat([text('Hello.')]))
  await ask(router.model, { provider: router.providerOf('lab/tiny') })
  expect(router.providerOf('lab/tiny').limits).toEqual(SMALL)
  expect(router.settings.view().endpoints[0]?.models[0]?.contextTokens).toBe(100_000)
  say(4_000)
  expect(router.providerOf('lab/tiny').limits.contextTokens).toBe(4_000)
})

test("no reply asks for more than 128,000 tokens, or more than half of the model's limit", () => {
  const router = open()
  router.settings.saveEndpoint(lab([]))
  expect(router.providerOf('lab/kimi-k3').limits.outputTokens).toBe(128_000)
  expect(router.providerOf('lab/glm-4.6').limits.outputTokens).toBe(102_400)
})

test("a list price applies only at the maker's address", () => {
  const router = open()
  router.settings.saveEndpoint(draft('https://api.deepseek.com'))
  expect(router.providerOf('lab/deepseek-v4-pro').price).toMatchObject({
    input: 1.32,
    output: 3.96,
  })
  router.settings.saveEndpoint(draft('https://api.deepseek.com.example/v1'))
  expect(router.providerOf('lab/deepseek-v4-pro').price).toBeNull()
  expect(router.providerOf('claude-haiku-4-5').price).toMatchObject({ input: 1 })
})

test('Settings name the last day of models that their makers retire', () => {
  const router = open()
  expect(router.settings.view().modelEnds).toEqual({ 'claude-sonnet-4-5': '2026-11-30' })
  const models = lab(['gpt-5', 'gpt-6-sol']).models
  router.settings.saveEndpoint({ ...draft('https://api.openai.com/v1'), models })
  expect(router.settings.view().modelEnds['lab/gpt-5']).toBe('2026-12-11')
  expect(router.settings.view().modelEnds).not.toHaveProperty('lab/gpt-6-sol')
})

test("a provider's PDF limits are those of the model and its server", () => {
  const router = open()
  expect(router.providerOf('claude-opus-5-5').documents).toMatchObject({ pages: 266 })
  expect(router.providerOf('demo')).not.toHaveProperty('documents')
  router.settings.saveEndpoint(draft('https://openrouter.ai/api/v1'))
  expect(router.providerOf('lab/anthropic/claude-opus-5-5').documents).toMatchObject({ pages: 266 })
  router.settings.saveEndpoint(draft('http://127.0.0.1:8080/v1'))
  expect(router.providerOf('lab/anthropic/claude-opus-5-5')).not.toHaveProperty('documents')
  const models = [{ id: 'gpt-6-sol', contextTokens: 30_000, outputTokens: null, price: null }]
  router.settings.saveEndpoint({ ...draft('https://api.openai.com/v1'), kind: 'responses', models })
  expect(router.providerOf('lab/gpt-6-sol').documents).toMatchObject({ pages: 10 })
})

test.each([
  ['anthropic', 'claude-opus-4-8', true],
  ['anthropic', 'deepseek-chat', undefined],
  ['responses', 'gpt-6-sol', true],
  ['responses', 'gpt-oss-120b', undefined],
  ['openai', 'gpt-6-sol', undefined],
  ['vertex', 'claude-opus-4-5@20251101', true],
  ['bedrock', 'eu.anthropic.claude-opus-4-8', undefined],
] as const)('at an endpoint of the kind %s, %s searches the web: %s', (kind, model, searches) => {
  const router = open()
  expect(router.settings.saveEndpoint({ ...draft('https://lab.example/'), kind }).ok).toBe(true)
  expect(router.providerOf(`lab/${model}`).searchesWeb).toBe(searches)
  expect(router.providerOf('claude-sonnet-5-5').searchesWeb).toBe(true)
})

test('a model whose server accepts tools only over the Responses API is remembered until its endpoint is saved or removed', async () => {
  const router = open()
  const wanted = (): string | null => router.settings.wantedKind('lab/gpt-6-sol')
  const refused = chatRefusal(400, {
    message:
      "Function tools with reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
  })
  const fail = async (): Promise<void> => {
    router.settings.saveEndpoint(draft(server.url))
    server.enqueue(refused)
    const { outcome } = await ask(router.model, { provider: router.providerOf('lab/gpt-6-sol') })
    expect(outcome).toMatchObject({ kind: 'invalidRequest' })
  }
  await fail()
  expect(wanted()).toBe('responses')
  expect(router.settings.wantedKind('lab/gpt-4.1')).toBeNull()
  router.settings.saveEndpoint({ ...draft(server.url), id: 'other' })
  expect(wanted()).toBe('responses')
  router.settings.saveEndpoint({ ...draft(server.url), kind: 'responses' })
  expect(wanted()).toBeNull()
  await fail()
  router.settings.removeEndpoint('lab')
  expect(wanted()).toBeNull()
})
