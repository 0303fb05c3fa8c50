import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Behaviour,
  DEFAULT_BEHAVIOUR,
  LIMIT_BOUNDS,
  SettingsChange,
} from '../../../shared/settings/settings.ts'
import { takeFromEnvironment } from './environment-settings.ts'
import { openSettings, type Settings } from './settings.ts'

const OTHERS = { keyring: { type: 'unasked' }, now: () => 1, onSecret: () => {} } as const
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-behaviour-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(environment: NodeJS.ProcessEnv = {}): Settings {
  const settings = openSettings({ ...OTHERS, folder, environment })
  if (!settings.ok) throw new Error(settings.error)
  return settings.value
}

function change(settings: Settings, behaviour: Partial<Behaviour>): void {
  const others = { model: null, baseUrl: null, apiKey: null, automaticTitles: null }
  const saved = settings.save({ ...others, behaviour })
  if (!saved.ok) throw new Error(saved.error.message)
}

// covers R5-10
test('by default conversations ask, refuse messages while busy, summarise themselves, and turns have high limits', () => {
  expect(open().view().behaviour).toEqual({
    busyPolicy: 'reject',
    debounceMs: 100,
    enterWhileBusy: 'ask',
    autoCompact: true,
    fallbackModel: null,
    explorerModel: null,
    editorCommand: null,
    shortcuts: {},
    effort: 'auto',
    keepTrying: 'off',
    permissionMode: 'ask',
    webSearch: false,
    requestsPerTurn: 200,
    toolCallsPerTurn: 1_000,
    subAgentsPerTurn: 100,
    tokensPerTurn: 50_000_000,
    requestsPerChild: 50,
    minutesPerTurn: 120,
    budgetUsd: null,
    budgetMinutes: null,
  })
})

test('a limit of a turn is a whole number within its bounds, except minutes, which may be fractions', () => {
  const others = { model: null, baseUrl: null, apiKey: null }
  for (const [name, { min, max }] of Object.entries(LIMIT_BOUNDS)) {
    const canBe = (limit: number): boolean =>
      SettingsChange.safeParse({ ...others, behaviour: { [name]: limit } }).success
    expect([min - 1, min, min + 0.5, max, max + 1].map(canBe)).toEqual([
      false,
      true,
      name === 'minutesPerTurn',
      true,
      false,
    ])
  }
})

test('a change of one value keeps the others, and all survive a restart', () => {
  change(open(), { fallbackModel: 'spare', busyPolicy: 'interrupt' })
  change(open(), { fallbackModel: null, debounceMs: 0, effort: 'low' })
  const changed = { busyPolicy: 'interrupt', debounceMs: 0, effort: 'low' }
  const expected = { ...DEFAULT_BEHAVIOUR, ...changed }
  expect(open().view().behaviour).toEqual(expected)
  expect(open().resolve().behaviour).toEqual(expected)
})

test('PHOENIX_PERMISSIONS applies to this run, is never saved, and no tool inherits it', () => {
  const environment: NodeJS.ProcessEnv = { PHOENIX_PERMISSIONS: 'auto' }
  const settings = open(environment)
  expect(environment).toEqual({})
  change(settings, { permissionMode: 'readOnly' })
  expect(settings.view()).toMatchObject({
    permissionSource: 'environment',
    behaviour: { permissionMode: 'auto' },
  })
  expect(open().view()).toMatchObject({
    permissionSource: 'settings',
    behaviour: { permissionMode: 'readOnly' },
  })
})

test('a PHOENIX_PERMISSIONS that is no mode stops the start: a restriction is never ignored', () => {
  const environment = { PHOENIX_PERMISSIONS: 'readonly' }
  const opened = openSettings({ ...OTHERS, folder, environment })
  expect(opened).toEqual({
    ok: false,
    error: 'PHOENIX_PERMISSIONS must be one of readOnly, ask, acceptEdits, auto.',
  })
})

test('an invalid value costs only itself', () => {
  const text = '{"model":"m","baseUrl":null,"behaviour":{"permissionMode":"everything"}}'
  writeFileSync(join(folder, 'settings.json'), text)
  const settings = open()
  expect(settings.view()).toMatchObject({ model: 'm', behaviour: DEFAULT_BEHAVIOUR })
  expect(settings.notices).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

test('behaviour settings of a newer version are kept', () => {
  const text = '{"model":null,"baseUrl":null,"behaviour":{"autoCompact":false,"mood":"calm"}}'
  writeFileSync(join(folder, 'settings.json'), text)
  const settings = open()
  change(settings, { debounceMs: 200 })
  expect(settings.view().behaviour).toEqual({
    ...DEFAULT_BEHAVIOUR,
    autoCompact: false,
    debounceMs: 200,
  })
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toContain('calm')
})

test('deadlines of the Anthropic endpoint are set one by one, kept if not mentioned, and reset', () => {
  const rest = { model: null, baseUrl: null, apiKey: null, automaticTitles: null, behaviour: {} }
  const timeouts = { connectMs: 5_000, requestMs: 60_000 }
  open().save({ ...rest, timeouts })
  const settings = open()
  settings.save(rest)
  expect(settings.resolve().timeouts).toEqual(timeouts)
  expect(settings.view()).toMatchObject({ timeouts })
  settings.save({ timeouts: { silenceMs: 9_000 } })
  settings.save({ timeouts: { connectMs: null } })
  expect(open().view().timeouts).toEqual({ requestMs: 60_000, silenceMs: 9_000 })
})

test("a person's keyboard shortcuts are set one by one, and reset", () => {
  const settings = open()
  settings.save({ behaviour: { shortcuts: { find: 'Mod+g', inbox: 'Mod+i' } } })
  settings.save({ behaviour: { shortcuts: { find: null } } })
  settings.save({ behaviour: { shortcuts: { search: 'Mod+u' } } })
  expect(open().view().behaviour.shortcuts).toEqual({ inbox: 'Mod+i', search: 'Mod+u' })
})

test('the token and the socket of tools are removed from the environment of commands and servers', () => {
  const environment: NodeJS.ProcessEnv = {
    PHOENIX_TOKEN: 'phx_x',
    PHOENIX_LISTEN: '/run/x',
    KEPT: 'y',
  }
  const secrets: string[] = []
  takeFromEnvironment(environment, (secret) => secrets.push(secret))
  expect(environment).toEqual({ KEPT: 'y' })
  expect(secrets).toContain('phx_x')
})
