import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_BEHAVIOUR } from '../../../shared/settings/settings.ts'
import { openSettings, type Settings } from './settings.ts'

const KEY = 'sk-ant-api03-a-secret'
const UNASKED = { type: 'unasked' } as const
const NOTED = { keyring: UNASKED, now: () => 0, onSecret: () => undefined }
let folder: string
let secrets: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-settings-'))
  secrets = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(environment: NodeJS.ProcessEnv = {}): Settings {
  const settings = openSettings({
    folder,
    environment,
    keyring: UNASKED,
    now: () => 1_700_000_000_000,
    onSecret: (secret) => secrets.push(secret),
  })
  if (!settings.ok) throw new Error(settings.error)
  return settings.value
}

const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777

test('without a key the demo answers; with one the newest Sonnet; a named model always', () => {
  const settings = open()
  expect(settings.view()).toMatchObject({ model: null, modelInForce: 'demo', keySource: 'none' })
  settings.save({ apiKey: KEY })
  expect(settings.resolve()).toMatchObject({
    model: 'claude-sonnet-5-5',
    baseUrl: 'https://api.anthropic.com',
    apiKey: KEY,
  })
  settings.save({ model: 'my-own-model' })
  expect(settings.resolve().model).toBe('my-own-model')
  settings.save({ model: '', baseUrl: null, apiKey: '', automaticTitles: null, behaviour: {} })
  expect(settings.view()).toMatchObject({ model: null, modelInForce: 'demo' })
})

test('saved settings survive a restart, with the key in its own file with mode 0600', () => {
  open().save({
    model: 'claude-opus-5-5',
    baseUrl: 'http://127.0.0.1:9/v1/',
    apiKey: KEY,
  })
  expect(modeOf('anthropic.key')).toBe(0o600)
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain(KEY)
  expect(open().resolve()).toMatchObject({
    model: 'claude-opus-5-5',
    baseUrl: 'http://127.0.0.1:9',
    apiKey: KEY,
  })
})

test('the environment wins for this run, is hidden from tools, and is never saved', () => {
  open().save({
    model: null,
    baseUrl: 'http://saved.example',
    apiKey: 'sk-ant-saved',
    automaticTitles: null,
    behaviour: {},
  })
  const environment = {
    ANTHROPIC_API_KEY: ` ${KEY}\n`,
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000/v1',
    OTHER: 'stays',
  }
  const settings = open(environment)
  expect(environment).toEqual({ OTHER: 'stays' })
  expect(settings.resolve()).toMatchObject({ apiKey: KEY, baseUrl: 'http://127.0.0.1:4000' })
  expect(settings.view()).toMatchObject({
    keySource: 'environment',
    baseUrlSource: 'environment',
    baseUrl: 'http://saved.example',
    baseUrlInForce: 'http://127.0.0.1:4000',
  })
  settings.save({ model: 'x', baseUrl: null, apiKey: null, automaticTitles: null, behaviour: {} })
  expect(readFileSync(join(folder, 'anthropic.key'), 'utf8').trim()).toBe('sk-ant-saved')
  expect(open().view()).toMatchObject({ keySource: 'settings', baseUrlSource: 'none' })
})

test('an invalid environment stops the start with a sentence that repeats no secret', () => {
  for (const environment of [
    { ANTHROPIC_BASE_URL: 'ftp://somewhere' },
    { ANTHROPIC_BASE_URL: 'https://me:hunter22@proxy.example' },
    { ANTHROPIC_API_KEY: 'sk-ant-\u00e9\u00e9' },
  ]) {
    const settings = openSettings({ ...NOTED, folder, environment })
    expect(settings).toEqual({ ok: false, error: expect.stringMatching(/^ANTHROPIC_.+\.$/) })
    expect(JSON.stringify(settings)).not.toMatch(/hunter22|sk-ant/)
    expect(environment).toEqual({})
  }
})

test('the view never holds the key, and the log is given every key before its use', () => {
  const settings = open({ ANTHROPIC_API_KEY: 'from-environment' })
  settings.preview({
    model: null,
    baseUrl: null,
    apiKey: 'tried-key',
    automaticTitles: null,
    behaviour: {},
  })
  const saved = settings.save({
    model: null,
    baseUrl: null,
    apiKey: KEY,
  })
  expect(JSON.stringify([saved, settings.view()])).not.toMatch(/from-environment|sk-ant|tried-key/)
  expect(secrets).toEqual(expect.arrayContaining(['from-environment', 'tried-key', KEY]))
})

test('a preview shows what would apply and changes nothing', () => {
  const settings = open()
  const change = {
    model: 'm',
    baseUrl: 'https://proxy.example/',
    apiKey: KEY,
    automaticTitles: null,
    behaviour: {},
  }
  expect(settings.preview(change)).toMatchObject({
    ok: true,
    value: {
      model: 'm',
      baseUrl: 'https://proxy.example',
      apiKey: KEY,
      automaticTitles: false,
      behaviour: {},
    },
  })
  expect(settings.resolve().apiKey).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

test('a base URL with another scheme, a password or a query is refused and nothing changes', () => {
  const settings = open()
  for (const baseUrl of ['localhost:8080', 'file:///etc', 'https://a:b@c', 'https://c/?k=1', 'x']) {
    expect(
      settings.save({ model: 'm', baseUrl, apiKey: KEY, automaticTitles: null, behaviour: {} }),
    ).toMatchObject({
      ok: false,
      error: { code: 'invalidInput' },
    })
  }
  expect(readdirSync(folder)).toEqual([])
  expect(settings.view().model).toBeNull()
})

test('a key with a line break inside is refused', () => {
  expect(
    open().save({
      model: null,
      baseUrl: null,
      apiKey: 'sk\nant',
      automaticTitles: null,
      behaviour: {},
    }),
  ).toMatchObject({
    ok: false,
    error: { code: 'invalidInput' },
  })
})

test('an unreadable settings file is moved aside, the defaults apply, and a sentence says so', () => {
  for (const broken of ['{', '[]', 'null']) {
    writeFileSync(join(folder, 'settings.json'), broken)
    const settings = open()
    expect(settings.resolve().model).toBe('demo')
    const movedTo = join(folder, 'settings.json.corrupt-1700000000000')
    expect(settings.notices).toEqual([expect.stringContaining(movedTo)])
    expect(readFileSync(movedTo, 'utf8')).toBe(broken)
  }
})

test('fields of a newer version are kept', () => {
  writeFileSync(join(folder, 'settings.json'), '{"model":null,"baseUrl":null,"theme":"dark"}')
  open().save({
    model: 'm',
    baseUrl: null,
    apiKey: null,
    automaticTitles: null,
    favouriteModels: {},
    behaviour: {},
  })
  expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toEqual({
    model: 'm',
    baseUrl: null,
    theme: 'dark',
    timeouts: {},
    automaticTitles: null,
    favouriteModels: [],
    hiddenModels: [],
    telemetryEndpoint: null,
    keyRest: null,
    behaviour: {},
  })
})

test('hidden models are kept over a restart, and a change of one leaves the others', () => {
  open().save({ hiddenModels: { 'claude-opus-4-5': true, demo: true } })
  open().save({ hiddenModels: { demo: false } })
  expect(open().view().hiddenModels).toEqual(['claude-opus-4-5'])
  expect(open().save({ model: 'claude-opus-4-5' }).ok).toBe(true)
  expect(open().resolve().model).toBe('claude-opus-4-5')
})

test('a key file that others can read is closed before it is read', () => {
  writeFileSync(join(folder, 'anthropic.key'), KEY)
  chmodSync(join(folder, 'anthropic.key'), 0o644)
  expect(open().resolve().apiKey).toBe(KEY)
  expect(modeOf('anthropic.key')).toBe(0o600)
})

test('a key that cannot be written leaves everything as it was and says why', () => {
  const settings = open()
  rmSync(folder, { recursive: true })
  expect(
    settings.save({ model: 'm', baseUrl: null, apiKey: KEY, automaticTitles: null, behaviour: {} }),
  ).toEqual({
    ok: false,
    error: { code: 'storage', message: expect.stringMatching(/not saved.+\.$/) },
  })
  expect(settings.view()).toMatchObject({ model: null, keySource: 'none' })
})

test('removing the key removes its file', () => {
  const settings = open()
  settings.save({ apiKey: KEY })
  settings.save({ apiKey: '' })
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

test('fields missing from a change stay as they are', () => {
  const settings = open()
  const telemetryEndpoint = 'http://127.0.0.1:4318'
  const saved = { model: 'my-own-model', baseUrl: 'http://127.0.0.1:9', automaticTitles: true }
  settings.save({ ...saved, apiKey: KEY, telemetryEndpoint })
  settings.save({ behaviour: { enterWhileBusy: 'sendAtNextStep' } })
  expect(settings.view()).toMatchObject({ ...saved, telemetryEndpoint, keySource: 'settings' })
  settings.save({ model: null })
  expect(settings.view()).toMatchObject({
    ...saved,
    model: null,
    behaviour: { enterWhileBusy: 'sendAtNextStep' },
  })
})

const AS_IS = { model: null, baseUrl: null, apiKey: null }

test('automatic titles are on with the default endpoint and off with another, until a person decides', () => {
  const settings = open()
  expect(settings.view()).toMatchObject({ automaticTitles: null, titlesInForce: true })
  settings.save({ ...AS_IS, baseUrl: 'http://127.0.0.1:9', automaticTitles: null, behaviour: {} })
  expect(settings.resolve().automaticTitles).toBe(false)
  settings.save({ ...AS_IS, baseUrl: 'http://127.0.0.1:9', automaticTitles: true, behaviour: {} })
  expect(settings.resolve().automaticTitles).toBe(true)
  settings.save({ ...AS_IS, automaticTitles: false, behaviour: {} })
  expect(settings.view()).toMatchObject({ titlesInForce: false, titlesSource: 'settings' })
})

test('automatic titles follow PHOENIX_TITLES for this run, which no tool inherits', () => {
  const environment: NodeJS.ProcessEnv = { PHOENIX_TITLES: 'off' }
  const settings = open(environment)
  settings.save({ ...AS_IS, automaticTitles: true, behaviour: {} })
  expect(settings.view()).toMatchObject({ titlesInForce: false, titlesSource: 'environment' })
  expect(environment).toEqual({})
})

test('settings of an older version without titles and behaviour still apply', () => {
  writeFileSync(join(folder, 'settings.json'), '{"model":"m","baseUrl":null}')
  const settings = open()
  expect(settings.notices).toEqual([])
  expect(settings.view()).toMatchObject({
    model: 'm',
    automaticTitles: null,
    behaviour: DEFAULT_BEHAVIOUR,
  })
})
