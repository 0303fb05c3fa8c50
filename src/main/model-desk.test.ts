import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../e2e/fake-model-server/fake-model-server.ts'
import { SILENCE } from '../../e2e/fake-model-server/replies.ts'
import type { EndpointDraft } from '../shared/endpoint.ts'
import type { SettingsChange } from '../shared/settings.ts'
import { DEFAULT_TIMEOUTS, type OwnTimeouts, usualTimeouts } from '../shared/timeouts.ts'
import { openEndpoints } from './adapters/system/endpoints.ts'
import { openSettings } from './adapters/system/settings.ts'
import { createModelDesk, type ModelDesk } from './model-desk.ts'

const never = new AbortController().signal

let folder: string
let server: FakeModelServer
beforeEach(async () => {
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
  return createModelDesk({ settings: settings.value, endpoints, readBlob: () => null, log })
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
