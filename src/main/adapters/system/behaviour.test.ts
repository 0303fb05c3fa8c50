import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Behaviour, DEFAULT_BEHAVIOUR } from '../../../shared/settings.ts'
import { openSettings, type Settings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-behaviour-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(environment: NodeJS.ProcessEnv = {}): Settings {
  const settings = openSettings({ folder, environment, now: () => 1, onSecret: () => {} })
  if (!settings.ok) throw new Error(settings.error)
  return settings.value
}

function change(settings: Settings, behaviour: Partial<Behaviour>): void {
  const others = { model: null, baseUrl: null, apiKey: null, automaticTitles: null }
  const saved = settings.save({ ...others, behaviour })
  if (!saved.ok) throw new Error(saved.error.message)
}

test('at first conversations ask, refuse messages while busy, and summarise themselves', () => {
  expect(open().view().behaviour).toEqual({
    busyPolicy: 'reject',
    debounceMs: 100,
    enterWhileBusy: 'ask',
    autoCompact: true,
    fallbackModel: null,
    permissionMode: 'ask',
  })
})

test('a change of one value leaves the others, and all are there after a restart', () => {
  change(open(), { fallbackModel: 'spare', busyPolicy: 'interrupt' })
  change(open(), { fallbackModel: null, debounceMs: 0 })
  const expected = { ...DEFAULT_BEHAVIOUR, busyPolicy: 'interrupt', debounceMs: 0 }
  expect(open().view().behaviour).toEqual(expected)
  expect(open().resolve().behaviour).toEqual(expected)
})

test('PHOENIX_PERMISSIONS holds for this run, is never saved, and no tool inherits it', () => {
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
  const opened = openSettings({ folder, environment, now: () => 1, onSecret: () => {} })
  expect(opened).toEqual({
    ok: false,
    error: 'PHOENIX_PERMISSIONS is none of readOnly, ask, acceptEdits, auto.',
  })
})

test('a value that is none is kept aside with its file, and the defaults hold', () => {
  const text = '{"model":"m","baseUrl":null,"behaviour":{"permissionMode":"everything"}}'
  writeFileSync(join(folder, 'settings.json'), text)
  const settings = open()
  expect(settings.view()).toMatchObject({ model: null, behaviour: DEFAULT_BEHAVIOUR })
  expect(settings.notices).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['settings.json.corrupt-1'])
})

test('what a newer version knows of behaviour is kept', () => {
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
