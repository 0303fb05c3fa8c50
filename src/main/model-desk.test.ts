import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../e2e/fake-model-server/fake-model-server.ts'
import { chat, chatRefusal } from '../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../e2e/fake-model-server/parts.ts'
import { SILENCE } from '../../e2e/fake-model-server/replies.ts'
import type { EndpointDraft } from '../shared/endpoint.ts'
import type { SettingsChange } from '../shared/settings.ts'
import { DEFAULT_TIMEOUTS, type OwnTimeouts, usualTimeouts } from '../shared/timeouts.ts'
import { ask } from './adapters/model-api/fakes/asking.ts'
import { openEndpoints } from './adapters/settings/endpoints.ts'
import { openSettings } from './adapters/settings/settings.ts'
import { createModelDesk, type ModelDesk } from './model-desk.ts'

const never = new AbortController().signal

let folder: string
let server: FakeModelServer
/** How often the desk said that it has learnt something. */
let told: number
beforeEach(async () => {
  told = 0
  folder = mkdtempSync(join(tmpdir(), 'phoenix-desk-'))
  server = await startFakeModelServer()
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

function open(): ModelDesk {
  const noted = { folder, now: () => 0, onSecret: () => undefined }
  const settings = openSettings({ ...noted, environment: {}, keyring: { type: 'unasked' } })
  if (!settings.ok) throw new Error(settings.error)
  const { secrets } = settings.value
  const log = { warn: () => undefined }
  const endpoints = openEndpoints({ ...noted, secrets })
  return createModelDesk({
    settings: settings.value,
    endpoints,
    readBlob: () => null,
    log,
    onLearnt: () => void told++,
  })
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

test('a model on this machine has ten minutes for its first byte, another has one', () => {
  const desk = open()
  desk.settings.saveEndpoint(draft('http://localhost:11434/v1'))
  expect(desk.providerOf('lab/qwen3').timeouts).toEqual(usualTimeouts(true))
  expect(desk.providerOf('lab/qwen3').timeouts.firstByteMs).toBe(10 * 60_000)
  desk.settings.saveEndpoint(draft('https://models.example/v1'))
  expect(desk.providerOf('lab/qwen3').timeouts).toEqual(DEFAULT_TIMEOUTS)
})

test('what a person has set of an endpoint is what its models are asked with', () => {
  const desk = open()
  desk.settings.saveEndpoint(draft('http://localhost:11434/v1', { silenceMs: 7_000 }))
  expect(desk.providerOf('lab/qwen3').timeouts).toEqual({
    ...usualTimeouts(true),
    silenceMs: 7_000,
  })
  desk.settings.save(change(null, { connectMs: 5_000 }))
  expect(desk.providerOf('claude-test').timeouts).toEqual({ ...DEFAULT_TIMEOUTS, connectMs: 5_000 })
  expect(desk.providerOf('lab/qwen3').timeouts.connectMs).toBe(DEFAULT_TIMEOUTS.connectMs)
})

test('a test is asked under the deadlines of its endpoint, as they stand in the form', async () => {
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

test('a model that nobody knows learns its limit from the refusal, and is asked at once for a shorter answer', async () => {
  const desk = open()
  desk.settings.saveEndpoint(lab([]))
  const provider = desk.providerOf('lab/tiny')
  expect(provider.limits).toEqual(UNKNOWN)
  server.enqueue(TOO_LONG, chat([text('Hello.')]), chat([text('Again.')]))
  expect((await ask(desk.model, { provider })).outcome.type).toBe('responded')
  expect(asked()).toEqual([16_384, 4_096])
  expect(told).toBe(1)
  expect(desk.providerOf('lab/tiny').limits).toEqual(SMALL)
  // A turn that began with the mistake goes on without it.
  expect(desk.model.limitsNow?.(provider)).toEqual(SMALL)
  // Another model of the same endpoint is another matter.
  expect(desk.providerOf('lab/other').limits).toEqual(UNKNOWN)
  expect((await ask(desk.model, { provider: desk.providerOf('lab/tiny') })).outcome.type).toBe(
    'responded',
  )
  expect(asked().slice(2)).toEqual([4_096])
})

test('a refusal that no shorter answer helps is told as it is, after one more request', async () => {
  const desk = open()
  desk.settings.saveEndpoint(lab([]))
  server.enqueue(TOO_LONG, TOO_LONG, TOO_LONG)
  const refused = { type: 'failed', kind: 'contextFull' }
  const first = await ask(desk.model, { provider: desk.providerOf('lab/tiny') })
  expect(first.outcome).toMatchObject(refused)
  expect(asked()).toEqual([16_384, 4_096])
  const second = await ask(desk.model, { provider: desk.providerOf('lab/tiny') })
  expect(second.outcome).toMatchObject(refused)
  expect(asked()).toHaveLength(3)
})

test('a model of the list in Settings keeps what was learnt of it over a restart, until its endpoint is changed', async () => {
  const desk = open()
  desk.settings.saveEndpoint(lab(['tiny', 'other']))
  server.enqueue(TOO_LONG, chat([text('Hello.')]))
  await ask(desk.model, { provider: desk.providerOf('lab/tiny') })
  const again = open()
  expect(again.providerOf('lab/tiny').limits).toEqual(SMALL)
  expect(again.providerOf('lab/other').limits).toEqual(UNKNOWN)
  expect(again.settings.view().endpoints[0]?.models[0]).toMatchObject({ contextTokens: 8_192 })
  desk.settings.saveEndpoint(lab(['tiny']))
  expect(desk.providerOf('lab/tiny').limits).toEqual(UNKNOWN)
})

test('what a person has said stays in Settings, and counts where it is less', async () => {
  const desk = open()
  const say = (contextTokens: number): void => {
    const [model] = lab(['tiny']).models
    if (model === undefined) throw new Error('no model')
    desk.settings.saveEndpoint({ ...lab([]), models: [{ ...model, contextTokens }] })
  }
  say(100_000)
  server.enqueue(TOO_LONG, chat([text('Hello.')]))
  await ask(desk.model, { provider: desk.providerOf('lab/tiny') })
  expect(desk.providerOf('lab/tiny').limits).toEqual(SMALL)
  expect(desk.settings.view().endpoints[0]?.models[0]?.contextTokens).toBe(100_000)
  say(4_000)
  expect(desk.providerOf('lab/tiny').limits.contextTokens).toBe(4_000)
})

test('no reply is asked to be longer than 128,000 tokens, nor than half of what its model can read', () => {
  const desk = open()
  desk.settings.saveEndpoint(lab([]))
  expect(desk.providerOf('lab/kimi-k3').limits.outputTokens).toBe(128_000)
  expect(desk.providerOf('lab/glm-4.6').limits.outputTokens).toBe(102_400)
})

test('a list price holds at the address of the maker alone', () => {
  const desk = open()
  desk.settings.saveEndpoint(draft('https://api.deepseek.com'))
  expect(desk.providerOf('lab/deepseek-v4-pro').price).toMatchObject({ input: 1.32, output: 3.96 })
  desk.settings.saveEndpoint(draft('https://api.deepseek.com.example/v1'))
  expect(desk.providerOf('lab/deepseek-v4-pro').price).toBeNull()
  expect(desk.providerOf('claude-haiku-4-5').price).toMatchObject({ input: 1 })
})

test('Settings name the last day of the models that their makers end', () => {
  const desk = open()
  expect(desk.settings.view().modelEnds).toEqual({ 'claude-sonnet-4-5': '2026-11-30' })
  const models = lab(['gpt-5', 'gpt-6-sol']).models
  desk.settings.saveEndpoint({ ...draft('https://api.openai.com/v1'), models })
  expect(desk.settings.view().modelEnds['lab/gpt-5']).toBe('2026-12-11')
  expect(desk.settings.view().modelEnds).not.toHaveProperty('lab/gpt-6-sol')
})

test.each([
  ['anthropic', 'claude-opus-4-8', true],
  ['anthropic', 'deepseek-chat', undefined],
  ['responses', 'gpt-6-sol', true],
  ['responses', 'gpt-oss-120b', undefined],
  ['openai', 'gpt-6-sol', undefined],
  ['gemini', 'gemini-3.8-flash', undefined],
] as const)('at an endpoint of the kind %s, %s searches the web: %s', (kind, model, searches) => {
  const desk = open()
  expect(desk.settings.saveEndpoint({ ...draft('https://lab.example/'), kind }).ok).toBe(true)
  expect(desk.providerOf(`lab/${model}`).searchesWeb).toBe(searches)
  expect(desk.providerOf('claude-sonnet-5-5').searchesWeb).toBe(true)
})

test('a provider says what its model takes of PDFs where it is asked', () => {
  const desk = open()
  expect(desk.providerOf('claude-opus-5-5').documents).toMatchObject({ pages: 266 })
  expect(desk.providerOf('demo')).not.toHaveProperty('documents')
  desk.settings.saveEndpoint(draft('https://openrouter.ai/api/v1'))
  expect(desk.providerOf('lab/anthropic/claude-opus-5-5').documents).toMatchObject({ pages: 266 })
  desk.settings.saveEndpoint(draft('http://127.0.0.1:8080/v1'))
  expect(desk.providerOf('lab/anthropic/claude-opus-5-5')).not.toHaveProperty('documents')
  const models = [{ id: 'gpt-6-sol', contextTokens: 30_000, outputTokens: null, price: null }]
  desk.settings.saveEndpoint({ ...draft('https://api.openai.com/v1'), kind: 'responses', models })
  expect(desk.providerOf('lab/gpt-6-sol').documents).toMatchObject({ pages: 10 })
})
