import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSettings, type Settings } from './settings.ts'

let folder: string
let secrets: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-telemetry-'))
  secrets = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(environment: NodeJS.ProcessEnv = {}): Settings {
  const settings = openSettings({
    folder,
    environment,
    keyring: { type: 'unasked' },
    now: () => 0,
    onSecret: (secret) => secrets.push(secret),
  })
  if (!settings.ok) throw new Error(settings.error)
  return settings.value
}

const COLLECTOR = 'http://127.0.0.1:4318'
const NOTHING = { model: null, baseUrl: null, apiKey: null, automaticTitles: null, behaviour: {} }

test('a telemetry endpoint is saved, reported once in force, kept if not mentioned, and removed', () => {
  expect(open().view()).toMatchObject({ telemetryEndpoint: null, telemetrySource: 'none' })
  expect(open().resolve().collector).toBeNull()
  open().save({ ...NOTHING, telemetryEndpoint: `${COLLECTOR}/` })
  const settings = open()
  const changes: unknown[] = []
  settings.onSaved(() => changes.push(settings.resolve().collector))
  settings.save({ ...NOTHING, model: 'm' })
  expect(settings.view()).toMatchObject({
    telemetryEndpoint: COLLECTOR,
    telemetrySource: 'settings',
    telemetryInForce: true,
  })
  settings.save({ ...NOTHING, telemetryEndpoint: '' })
  expect(changes).toEqual([{ endpoint: COLLECTOR, headers: {} }, null])
  expect(open().view()).toMatchObject({ telemetrySource: 'none', telemetryInForce: false })
})

test('telemetry variables of the environment win: another endpoint, with its headers, or none', () => {
  open().save({ ...NOTHING, telemetryEndpoint: COLLECTOR })
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=taint' }
  const own = open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', ...headers })
  const collector = { endpoint: 'http://127.0.0.1:9', headers: { 'x-key': 'taint' } }
  expect(own.resolve()).toMatchObject({ collector })
  expect(own.view()).toMatchObject({
    telemetrySource: 'environment',
    telemetryInForce: true,
    telemetryProblem: null,
  })
  expect(secrets).toContain('taint')
  const off = open({ OTEL_SDK_DISABLED: 'true' })
  expect(off.resolve()).toMatchObject({ collector: null })
  expect(off.view()).toMatchObject({ telemetrySource: 'environment', telemetryInForce: false })
  const unusable = open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318', ...headers })
  expect(unusable.resolve()).toMatchObject({ collector: null })
  expect(unusable.view()).toMatchObject({
    telemetrySource: 'environment',
    telemetryInForce: false,
    telemetryProblem: expect.stringMatching(/^The telemetry endpoint must/),
  })
  expect(open(headers).resolve()).toMatchObject({ collector: { endpoint: COLLECTOR, headers: {} } })
})

test.each([
  'localhost:4318',
  'grpc://x:4317',
  'http://me:hunter22@x:4318',
  'http://x/?key=hunter22',
])(
  'the telemetry endpoint %s is refused with a sentence that repeats nothing of it, and nothing changes',
  (telemetryEndpoint) => {
    const settings = open()
    const changes: unknown[] = []
    settings.onSaved(() => changes.push('saved'))
    const saved = settings.save({ ...NOTHING, model: 'm', telemetryEndpoint })
    expect(saved).toMatchObject({
      error: {
        code: 'invalidInput',
        message: expect.stringMatching(/^The telemetry endpoint must/),
      },
    })
    expect(JSON.stringify(saved)).not.toContain('hunter22')
    expect(changes).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  },
)
